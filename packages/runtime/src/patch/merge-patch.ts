import { isJsonObject, jsonEqual } from "@capstan/kube";

/**
 * The RFC 7386 merge patch that makes `before` into `after`.
 *
 * Lists are replaced as a whole, what is missing in `after` becomes null. A property that is `undefined` counts as absent.
 *
 * @returns `undefined` when there is no difference.
 */
export function mergePatch(before: unknown, after: unknown): Record<string, unknown> | undefined {
  const from = isJsonObject(before) ? before : {};
  const to = isJsonObject(after) ? after : {};
  const patch: Record<string, unknown> = {};
  for (const key of Object.keys(from)) {
    if (from[key] !== undefined && to[key] === undefined) patch[key] = null;
  }
  for (const [key, value] of Object.entries(to)) {
    if (value === undefined || jsonEqual(from[key], value)) continue;
    // An object is patched into whatever was there; null removes what a merge would otherwise keep.
    patch[key] = isJsonObject(value) && isJsonObject(from[key]) ? mergePatch(from[key], value) : value;
  }
  return Object.keys(patch).length === 0 ? undefined : patch;
}
