import { isJsonObject, ownField } from "../json/json-object.ts";
import { setField } from "../json/set-field.ts";

/**
 * `target` changed by a JSON merge patch (RFC 7386). Pure.
 *
 * @example
 * ```ts
 * import { applyMergePatch } from "@capstan/kube";
 *
 * console.log(applyMergePatch({ size: "small", zone: "a" }, { size: "large", zone: null })); // { size: 'large' }
 * ```
 */
export function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch;
  const result: Record<string, unknown> = isJsonObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) Reflect.deleteProperty(result, key);
    else setField(result, key, applyMergePatch(ownField(result, key), value));
  }
  return result;
}
