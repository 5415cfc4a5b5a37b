import type { RuntimeExtension } from "../define/define-runtime-extension.ts";
import type { HookRequest } from "../define/handler.ts";
import type { HookName } from "../hooks/hook-facts.ts";
import { ArgumentError } from "@capstan/kube";
import type { HookResponse } from "../serve/answer-hook.ts";
import { type ExtensionProcess, extensionEndpoints } from "../serve/extension-endpoints.ts";

/**
 * Calls the handler of a hook with a request, as the core would, with validation and time limit.
 *
 * @param process - the client for handlers that read it, and a clock. Default: no client, the system clock.
 * @throws ArgumentError - the extension does not serve the hook. @throws Error - the handler takes too long.
 *
 * @example
 * ```ts
 * import { defineRuntimeExtension } from "@capstan/runtime-extension";
 * import { callHook, sampleRequest } from "@capstan/runtime-extension/testing";
 *
 * const extension = defineRuntimeExtension({ name: "quiet", hooks: { DiscoverVariables: () => undefined } });
 * console.log((await callHook(extension, sampleRequest("DiscoverVariables"))).status); // Success
 * ```
 */
export async function callHook<H extends HookName>(
  extension: RuntimeExtension,
  request: HookRequest<H>,
  process: ExtensionProcess & { readonly signal?: AbortSignal } = {},
): Promise<HookResponse> {
  const { signal = new AbortController().signal } = process;
  const handler = extension.handlers.find(({ hook }) => `${hook}Request` === request.kind);
  if (handler === undefined) {
    throw new ArgumentError(
      `The extension ${extension.name} has no handler for a ${request.kind ?? "request without a kind"}`,
    );
  }
  const endpoint = extensionEndpoints(extension, process).find(({ path }) => path === handler.path);
  return endpoint?.answer(request as never, { signal }) as Promise<HookResponse>;
}
