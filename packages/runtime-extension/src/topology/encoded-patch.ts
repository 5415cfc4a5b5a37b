import { jsonPatch, mergePatch } from "@capstan/runtime";
import type { HookPatch } from "../hooks/hook-types.generated.ts";

/** The formats of patches. */
export type PatchType = HookPatch["patchType"];

/**
 * The smallest patch from one value to another, field by field, in the form of responses; `undefined` if they are equal. Lists that differ
 * are replaced as a whole. Pure.
 *
 * @param patchType - default: JSONPatch. A JSONMergePatch cannot set a field to null, but also applies if fields above it are missing.
 *
 * @example
 * ```ts
 * import { patchBetween } from "@capstan/runtime-extension";
 *
 * const patch = patchBetween({ spec: { size: "small" } }, { spec: { size: "large" } });
 * console.log(Buffer.from(patch?.patch ?? "", "base64").toString());
 * // [{"op":"replace","path":"/spec/size","value":"large"}]
 * ```
 */
export function patchBetween(
  before: unknown,
  after: unknown,
  patchType: PatchType = "JSONPatch",
): HookPatch | undefined {
  const patch = patchType === "JSONPatch" ? jsonPatch(before, after) : mergePatch(before, after);
  if (patch === undefined || (Array.isArray(patch) && patch.length === 0)) return undefined;
  return { patchType, patch: Buffer.from(JSON.stringify(patch)).toString("base64") };
}
