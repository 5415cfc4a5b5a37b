import { isCapstanError, jsonEqual } from "@capstan/kube";
import { type Clock, systemClock } from "@capstan/runtime";
import type { RuntimeExtension } from "../define/define-runtime-extension.ts";
import type { DefinedHandler, HookRequest } from "../define/handler.ts";
import type { HookName } from "../hooks/hook-facts.ts";
import type { GeneratePatchesRequest, HookPatch } from "../hooks/hook-types.generated.ts";
import { type HookResponse, InvalidAnswerError } from "../serve/answer-hook.ts";
import type { ExtensionProcess } from "../serve/extension-endpoints.ts";
import { hookFacts } from "../hooks/hook-facts.ts";
import { newMetadataProblem } from "../topology/metadata-problem.ts";
import { unpatchableChange } from "../topology/patchable-fields.ts";
import { applyPatch } from "./apply-patch.ts";
import { callHook } from "./call-hook.ts";
import type { ExtensionFinding, ExtensionRule } from "./extension-finding.ts";
import { requestsFor } from "./odd-requests.ts";

/** Options of {@link checkExtension}. */
export interface ExtensionCheckOptions extends Pick<ExtensionProcess, "client"> {
  /** Requests with your own templates and objects, by hook. Default: a small sample of each, without templates. */
  readonly requests?: { readonly [H in HookName]?: readonly HookRequest<H>[] };
  /** Measures the time of handlers, and limits it. Default: the system clock. */
  readonly clock?: Clock;
}

type Report = (rule: ExtensionRule, problem: string) => void;

/**
 * Calls every handler of an extension as the core would, twice, with your requests and with odd variants of them, and lists the rules of the
 * Runtime SDK that it breaks (RX-002 to RX-008): answers that differ, patches that do not apply or change the same template again, invalid
 * responses, crashes, and handlers that take too long.
 *
 * @example
 * ```ts
 * import { defineRuntimeExtension } from "@capstan/runtime-extension";
 * import { checkExtension } from "@capstan/runtime-extension/testing";
 *
 * let calls = 0;
 * const extension = defineRuntimeExtension({
 *   name: "counting",
 *   hooks: { ValidateTopology: () => ({ message: `call ${(calls += 1)}` }) },
 * });
 * const [finding] = await checkExtension(extension);
 * console.log(finding?.rule); // RX-002
 * ```
 */
export async function checkExtension(
  extension: RuntimeExtension,
  { requests = {}, clock = systemClock, ...process }: ExtensionCheckOptions = {},
): Promise<ExtensionFinding[]> {
  const findings: ExtensionFinding[] = [];
  for (const handler of extension.handlers) {
    for (const { what, request } of requestsFor(handler, requests[handler.hook] ?? [])) {
      const report: Report = (rule, problem) => findings.push({ rule, handler: handler.name, request: what, problem });
      await checkRequest({ extension, handler, process: { ...process, clock } }, request, report);
    }
  }
  return findings;
}

/** The second call is for the comparison alone. */
const ignored: Report = () => undefined;

interface Tried {
  readonly extension: RuntimeExtension;
  readonly handler: DefinedHandler;
  readonly process: ExtensionProcess;
}

async function checkRequest(tried: Tried, request: HookRequest, report: Report): Promise<void> {
  const first = await answerOf(tried, request, report);
  const second = await answerOf(tried, request, ignored);
  if (first === undefined || second === undefined) return;
  if (first.status === "Failure" && second.status === "Failure") {
    if (first.message !== second.message) report("RX-007", "two calls with the same request have different messages");
  } else if (!hookFacts(tried.handler.hook).retries && !jsonEqual(first, second)) {
    report("RX-002", "two calls with the same request have different answers");
  }
  if (tried.handler.hook === "GeneratePatches" && first.status === "Success") {
    await checkPatches(tried, request as GeneratePatchesRequest, first, report);
  }
}

/** `undefined` if the handler takes too long. */
async function answerOf(
  { extension, process }: Tried,
  request: HookRequest,
  report: Report,
): Promise<HookResponse | undefined> {
  const onFailure = (error: unknown): void => {
    if (error instanceof InvalidAnswerError) report("RX-008", error.message);
    else if (!isCapstanError(error)) {
      const what = error instanceof Error ? error.name : "a value that is not an Error";
      report("RX-006", `the handler throws ${what}; throw a HookError that names the field and the remedy`);
    }
  };
  try {
    return await callHook(extension, request, { ...process, onFailure });
  } catch (error) {
    if (isCapstanError(error)) throw error;
    report("RX-005", error instanceof Error ? error.message : "the handler did not answer");
    return undefined;
  }
}

interface PatchedItem extends HookPatch {
  readonly uid: string;
}

async function checkPatches(
  tried: Tried,
  request: GeneratePatchesRequest,
  { items = [] }: HookResponse,
  report: Report,
): Promise<void> {
  const patches = new Map((items as readonly PatchedItem[]).map((item) => [item.uid, item]));
  const stray = [...patches.keys()].find((uid) => !request.items.some((item) => item.uid === uid));
  if (stray !== undefined) {
    report("RX-004", `the patch of ${stray} is for no template of the request`);
    return;
  }
  const patched: GeneratePatchesRequest["items"][number][] = [];
  for (const item of request.items) {
    const patch = patches.get(item.uid);
    try {
      const object = patch === undefined ? item.object : applyPatch(item.object, patch);
      const refused = unpatchableChange(item.object, object, item.holderReference.kind);
      if (refused !== undefined)
        report("RX-004", `the patch of ${item.object.kind} changes ${refused}, which the core drops`);
      const problem = newMetadataProblem(item.object, object);
      if (problem !== undefined)
        report("RX-004", `the patch of ${item.object.kind} sets metadata that the API server refuses: ${problem}`);
      if (patch !== undefined && jsonEqual(object, item.object))
        report("RX-003", `the patch of ${item.object.kind} changes nothing`);
      patched.push({ ...item, object });
    } catch (error) {
      report(
        "RX-004",
        `the patch of ${item.object.kind} does not apply: ${error instanceof Error ? error.message : ""}`,
      );
      return;
    }
  }
  const again = await answerOf(tried, { ...request, items: patched }, report);
  if (again?.status === "Success" && ((again.items as readonly unknown[] | undefined) ?? []).length > 0) {
    report("RX-003", "templates with the patches applied get patches again");
  }
}
