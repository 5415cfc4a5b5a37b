import { applyJSONPatch, applyMergePatch, isJsonObject, isPatchInapplicable } from "@capstan/kube";
import type { HookPatch } from "../hooks/hook-types.generated.ts";
import { HookError } from "../define/hook-error.ts";

/**
 * Applies the patch of a response to an object, as the core does. Pure.
 *
 * @throws HookError - the patch is not JSON, or does not apply.
 *
 * @example
 * ```ts
 * import { patchBetween } from "@capstan/runtime-extension";
 * import { applyPatch } from "@capstan/runtime-extension/testing";
 *
 * const patch = patchBetween({ size: "small" }, { size: "large" });
 * console.log(patch && applyPatch({ size: "small" }, patch)); // { size: 'large' }
 * ```
 */
export function applyPatch<T>(object: T, { patchType, patch }: HookPatch): T {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(patch, "base64").toString());
  } catch (cause) {
    throw new HookError("The patch is not JSON in base64", { cause });
  }
  if (patchType === "JSONMergePatch") return applyMergePatch(object, parsed) as T;
  if (!Array.isArray(parsed) || !parsed.every(isJsonObject)) {
    throw new HookError("The JSON patch is not a list of operations");
  }
  try {
    return applyJSONPatch(object, parsed, { replacesMissing: false }) as T;
  } catch (cause) {
    if (!isPatchInapplicable(cause)) throw cause;
    throw new HookError(`The JSON patch does not apply: ${cause.message}`, { cause });
  }
}
