import { isJsonObject } from "./json-object.ts";

/**
 * Whether two JSON values are the same. The order of an object's fields does not matter, and a field that is `undefined` is one
 * that is not there.
 */
export function jsonEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => jsonEqual(item, right[index]));
  }
  if (!isJsonObject(left) || !isJsonObject(right)) return false;
  return (
    Object.keys(left).every((key) => jsonEqual(left[key], ownField(right, key))) &&
    Object.keys(right).every((key) => right[key] === undefined || Object.hasOwn(left, key))
  );
}

/** Never what an object inherits, such as `constructor`. */
function ownField(object: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
