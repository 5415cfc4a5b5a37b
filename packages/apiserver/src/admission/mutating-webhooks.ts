import { isJsonObject, jsonEqual, parseJson } from "@capstan/kube";
import { applyRequestedPatch } from "../json-patch/json-patch.ts";
import { type ApiObject } from "../object/api-object.ts";
import { type Attributes } from "./attributes.ts";
import { type Verdict } from "./admission-review.ts";
import { ask } from "./ask.ts";
import { type Mutator, type MutatorKind } from "./mutation-turns.ts";
import { type Invocation, type Invocations } from "./invocation.ts";
import { shownObject, takenObject } from "./shown-object.ts";
import { type Webhook } from "./webhook.ts";
import { CallFailed, internalError } from "./webhook-errors.ts";

/** Calls mutating webhooks for a write, one after the other. */
export function mutatingWebhooks(webhooks: readonly Webhook[], invocations: Invocations): MutatorKind {
  const mutators = webhooks.map((webhook, index): [string, Mutator] => [
    String(index),
    {
      isReinvoked: webhook.isReinvoked,
      mutate: async (attributes) => {
        const invocation = await invocations.find(webhook, attributes);
        return invocation === undefined ? undefined : { object: await mutateOnce(invocation, attributes) };
      },
    },
  ]);
  return { find: () => Promise.resolve(mutators) };
}

/** @returns the same object if the webhook changes nothing. */
async function mutateOnce(invocation: Invocation, attributes: Attributes): Promise<ApiObject | undefined> {
  try {
    const verdict = await ask(invocation, attributes, true);
    return await patched(invocation, attributes, verdict);
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    if (!invocation.webhook.ignoresFailure) throw internalError(error.message);
    return attributes.object;
  }
}

async function patched(
  invocation: Invocation,
  { object, target }: Attributes,
  { patch, patchType }: Verdict,
): Promise<ApiObject | undefined> {
  const { webhook } = invocation;
  const operations = operationsOf(webhook, patch);
  if (operations.length === 0) return object;
  if (object === undefined) {
    const name = JSON.stringify(webhook.name);
    throw internalError(
      `admission webhook ${name} attempted to modify the object, which is not supported for this operation`,
    );
  }
  if (patchType !== "JSONPatch") throw new CallFailed(webhook, `unsupported patch type ${JSON.stringify(patchType)}`);
  const shown = await shownObject(invocation, target, object);
  const changed = applied(shown, operations);
  if (jsonEqual(changed, shown)) return object;
  return takenObject(invocation, target, changed);
}

function operationsOf(webhook: Webhook, patch: string): readonly unknown[] {
  if (patch === "") return [];
  try {
    const operations = parseJson(patch, { integers: "exact" });
    if (Array.isArray(operations)) return operations;
    throw new Error("json: cannot unmarshal object into Go value of type jsonpatch.Patch");
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CallFailed(webhook, `received undecodable patch in webhook response: ${why}`, error);
  }
}

function applied(object: ApiObject, operations: readonly unknown[]): ApiObject {
  try {
    const changed = applyRequestedPatch(object, operations);
    if (isJsonObject(changed)) return changed as ApiObject;
    throw new Error("the patch leaves no object");
  } catch (error) {
    throw internalError(error instanceof Error ? error.message : String(error));
  }
}
