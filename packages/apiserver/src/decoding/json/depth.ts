/**
 * Lists and objects inside each other that an object may have. The API server of Kubernetes takes ten times as many; what works on
 * objects here calls itself for each level, and the stack of JavaScript ends at a few thousand.
 */
export const maxDepth = 1000;

/** Whether a JSON value is deeper than that. */
export function isTooDeep(value: unknown, left = maxDepth): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (left === 0) return true;
  for (const inner of Object.values(value) as unknown[]) if (isTooDeep(inner, left - 1)) return true;
  return false;
}
