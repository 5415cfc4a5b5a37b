/**
 * The maximum nesting of lists and objects in an object. The API server of Kubernetes accepts ten times as much; here, functions recurse
 * for each level, and JavaScript's stack allows a few thousand calls.
 */
export const maxDepth = 1000;

/** Whether a JSON value exceeds the maximum depth. */
export function isTooDeep(value: unknown, left = maxDepth): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (left === 0) return true;
  for (const inner of Object.values(value) as unknown[]) if (isTooDeep(inner, left - 1)) return true;
  return false;
}
