import { isJsonObject, ownField } from "./json-object.ts";
import { recursionLimit } from "./recursion-limit.ts";

/**
 * Whether two JSON values are equal. The order of fields does not matter, and an `undefined` field counts as missing. Values may be nested
 * to any depth.
 */
export function jsonEqual(left: unknown, right: unknown): boolean {
  const deeper: Pair[] = [];
  let isEqual = equal(left, right, 0, deeper);
  for (let next = deeper.pop(); isEqual && next !== undefined; next = deeper.pop()) {
    isEqual = equal(next.left, next.right, 0, deeper);
  }
  return isEqual;
}

/** Two values to compare later. */
interface Pair {
  readonly left: unknown;
  readonly right: unknown;
}

function equal(left: unknown, right: unknown, depth: number, deeper: Pair[]): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object") return false;
  if (depth === recursionLimit) {
    deeper.push({ left, right });
    return true;
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => equal(item, right[index], depth + 1, deeper));
  }
  if (!isJsonObject(left) || !isJsonObject(right)) return false;
  return (
    Object.keys(left).every((key) => equal(left[key], ownField(right, key), depth + 1, deeper)) &&
    Object.keys(right).every((key) => right[key] === undefined || Object.hasOwn(left, key))
  );
}
