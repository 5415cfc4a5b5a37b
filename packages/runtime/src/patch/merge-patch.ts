/** Whether a JSON value is an object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether two JSON values are the same; the order of keys and properties that are `undefined` do not matter. */
export function jsonEquals(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => jsonEquals(item, right[index]));
  }
  if (!isRecord(left) || !isRecord(right)) return false;
  return (
    Object.keys(left).every((key) => jsonEquals(left[key], right[key])) &&
    Object.keys(right).every((key) => right[key] === undefined || Object.hasOwn(left, key))
  );
}

/**
 * The RFC 7386 merge patch that makes `before` into `after`.
 *
 * Lists are replaced as a whole, what `after` lacks becomes null. A property that is `undefined` counts as absent.
 *
 * @returns `undefined` when there is no difference.
 */
export function mergePatch(before: unknown, after: unknown): Record<string, unknown> | undefined {
  const from = isRecord(before) ? before : {};
  const to = isRecord(after) ? after : {};
  const patch: Record<string, unknown> = {};
  for (const key of Object.keys(from)) {
    if (from[key] !== undefined && to[key] === undefined) patch[key] = null;
  }
  for (const [key, value] of Object.entries(to)) {
    if (value === undefined || jsonEquals(from[key], value)) continue;
    // An object is patched into whatever was there; null removes what a merge would otherwise keep.
    patch[key] = isRecord(value) && isRecord(from[key]) ? mergePatch(from[key], value) : value;
  }
  return Object.keys(patch).length === 0 ? undefined : patch;
}
