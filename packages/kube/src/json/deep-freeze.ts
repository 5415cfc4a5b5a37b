import { recursionLimit } from "./recursion-limit.ts";

/** Freezes a JSON value at every depth. */
export function deepFreeze<T>(value: T): T {
  const deeper: unknown[] = [];
  freeze(value, 0, deeper);
  while (deeper.length > 0) freeze(deeper.pop(), 0, deeper);
  return value;
}

function freeze(value: unknown, depth: number, deeper: unknown[]): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  if (depth === recursionLimit) {
    deeper.push(value);
    return;
  }
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner, depth + 1, deeper);
}
