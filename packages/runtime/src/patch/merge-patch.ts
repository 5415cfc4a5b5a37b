import { isJsonObject, jsonEqual, ownField, setField } from "@capstan/kube";

/**
 * The RFC 7386 merge patch from `before` to `after`.
 *
 * Lists are replaced as a whole; fields that are missing in `after` become null. A property that is `undefined` counts as missing.
 *
 * @returns `undefined` if there is no difference.
 */
export function mergePatch(before: unknown, after: unknown): Record<string, unknown> | undefined {
  const from = isJsonObject(before) ? before : {};
  const to = isJsonObject(after) ? after : {};
  const patch: Record<string, unknown> = {};
  for (const key of Object.keys(from)) {
    if (from[key] !== undefined && ownField(to, key) === undefined) setField(patch, key, null);
  }
  for (const [key, value] of Object.entries(to)) {
    const old = ownField(from, key);
    if (value === undefined || jsonEqual(old, value)) continue;
    // If both values are objects, patch field by field, so that missing fields become null; any other value replaces the old one.
    setField(patch, key, isJsonObject(value) && isJsonObject(old) ? mergePatch(old, value) : value);
  }
  return Object.keys(patch).length === 0 ? undefined : patch;
}
