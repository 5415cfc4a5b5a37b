import { isJsonObject, jsonEqual, parseJson } from "@capstan/kube";
import { convert } from "../conversion/convert.ts";
import { applyJsonPatch } from "../json-patch/json-patch.ts";
import { type ApiObject } from "../object/api-object.ts";
import { complete } from "../registry/complete.ts";
import { type Resource, type ResourceVersion } from "../registry/resource.ts";
import { prune } from "../schema/prune.ts";
import { type Attributes } from "./attributes.ts";
import { type Verdict } from "./admission-review.ts";
import { ask } from "./ask.ts";
import { type Invocation, type Invocations } from "./invocation.ts";
import { type Webhook } from "./webhook.ts";
import { CallFailed, internalError } from "./webhook-errors.ts";

/**
 * Shows mutating webhooks a write, one after the other, and once more those that ask for it if others have changed the object since.
 *
 * @returns the object as they leave it, in the version of the request.
 * @throws StatusError one of them denies it, or does not answer and must.
 */
export async function mutateByWebhooks(
  webhooks: readonly Webhook[],
  invocations: Invocations,
  attributes: Attributes,
): Promise<ApiObject | undefined> {
  let current = attributes;
  let previous: Webhook[] = [];
  const again = new Set<Webhook>();
  for (const round of [0, 1]) {
    for (const webhook of webhooks) {
      if (round === 1 && !again.has(webhook)) continue;
      const invocation = await invocations.find(webhook, current);
      if (invocation === undefined) continue;
      const next = await mutateOnce(invocation, current);
      if (next !== current.object) {
        for (const earlier of previous) again.add(earlier);
        previous = [];
      }
      if (next !== undefined) current = { ...current, object: next };
      if (webhook.isReinvoked) previous.push(webhook);
    }
    if (again.size === 0) break;
  }
  return current.object;
}

/** @returns the same object if the webhook leaves it as it is. */
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
  { webhook, resource, version }: Invocation,
  { object, target }: Attributes,
  { patch, patchType }: Verdict,
): Promise<ApiObject | undefined> {
  const operations = operationsOf(webhook, patch);
  if (operations.length === 0) return object;
  if (object === undefined) {
    const name = JSON.stringify(webhook.name);
    throw internalError(
      `admission webhook ${name} attempted to modify the object, which is not supported for this operation`,
    );
  }
  if (patchType !== "JSONPatch") throw new CallFailed(webhook, `unsupported patch type ${JSON.stringify(patchType)}`);
  const shown = await convert(resource, version, object);
  const changed = applied(shown, operations);
  if (jsonEqual(changed, shown)) return object;
  return convert(target.resource, target.version, completed(resource, version, changed));
}

function completed(resource: Resource, version: ResourceVersion, object: ApiObject): ApiObject {
  return complete(resource, version, resource.custom ? (prune(object, version.schema) as ApiObject) : object);
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
    const changed = applyJsonPatch(object, operations);
    if (isJsonObject(changed)) return changed as ApiObject;
    throw new Error("the patch leaves no object");
  } catch (error) {
    throw internalError(error instanceof Error ? error.message : String(error));
  }
}
