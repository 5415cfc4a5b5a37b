// Check an extension as the core would call it
export { checkExtension, type ExtensionCheckOptions } from "./check-extension.ts";
export type { ExtensionFinding, ExtensionRule } from "./extension-finding.ts";
export { callHook } from "./call-hook.ts";
export { sampleRequest } from "./sample-requests.ts";
export { applyPatch } from "./apply-patch.ts";
