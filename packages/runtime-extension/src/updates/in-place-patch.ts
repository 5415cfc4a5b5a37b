import { deepCopy, isJsonObject, jsonEqual } from "@capstan/kube";
import type { HookPatch } from "../hooks/hook-types.generated.ts";
import { patchBetween } from "../topology/encoded-patch.ts";

/**
 * The patch with which an answer of CanUpdateMachine or CanUpdateMachineSet says which changes the extension makes in place: those of the
 * listed fields. If other fields differ as well, the core replaces the Machines. `undefined` if no listed field differs. Pure.
 *
 * @param fields - paths in the object, with dots: `spec.template.spec.size`.
 *
 * @example
 * ```ts
 * import { inPlacePatch } from "@capstan/runtime-extension";
 *
 * const current = { spec: { size: "small", image: "a" } };
 * const desired = { spec: { size: "large", image: "b" } };
 * const patch = inPlacePatch(current, desired, ["spec.size"]);
 * console.log(Buffer.from(patch?.patch ?? "", "base64").toString()); // {"spec":{"size":"large"}}
 * ```
 */
export function inPlacePatch(current: object, desired: object, fields: readonly string[]): HookPatch | undefined {
  const target = deepCopy(current) as Record<string, unknown>;
  for (const field of fields) copyField(target, desired, field.split("."));
  return patchBetween(current, target, "JSONMergePatch");
}

function copyField(target: Record<string, unknown>, source: unknown, [field = "", ...rest]: readonly string[]): void {
  const value = isJsonObject(source) ? source[field] : undefined;
  if (rest.length === 0) {
    if (value === undefined) Reflect.deleteProperty(target, field);
    else if (!jsonEqual(target[field], value)) target[field] = deepCopy(value);
    return;
  }
  const inner = isJsonObject(target[field]) ? { ...target[field] } : {};
  copyField(inner, value, rest);
  if (isJsonObject(target[field]) || Object.keys(inner).length > 0) target[field] = inner;
}
