import type { RuntimeExtension } from "../define/define-runtime-extension.ts";
import { hookFacts } from "../hooks/hook-facts.ts";
import type { DiscoveryResponse } from "../hooks/hook-types.generated.ts";

/** The answer of an extension to Discovery: its handlers. Pure. */
export function discoveryResponse({ handlers }: RuntimeExtension): DiscoveryResponse {
  return {
    apiVersion: hookFacts("Discovery").apiVersion,
    kind: "DiscoveryResponse",
    status: "Success",
    handlers: handlers.map(({ hook, name, timeoutSeconds, failurePolicy }) => ({
      name,
      requestHook: { apiVersion: hookFacts(hook).apiVersion, hook },
      timeoutSeconds,
      failurePolicy,
    })),
  };
}
