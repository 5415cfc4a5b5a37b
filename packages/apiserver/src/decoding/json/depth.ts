/**
 * Lists and objects inside each other that an object may have. The API server of Kubernetes takes ten times as many; what works on
 * objects here calls itself for each level, and the stack of JavaScript ends at a few thousand.
 */
export const maxDepth = 1000;

/** Whether a JSON value is deeper than that. Looks at each level in turn, without calling itself. */
export function isTooDeep(value: unknown): boolean {
  let level = [value].filter(isContainer);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === maxDepth) return true;
    level = level.flatMap((container) => Object.values(container).filter(isContainer));
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
