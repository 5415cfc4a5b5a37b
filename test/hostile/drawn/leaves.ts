import { isJsonObject } from "@capstan/kube";

/** A scalar value with its path: names of fields, and indexes of lists. */
export interface Leaf {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** All leaves of an object, in order. */
export function leavesIn(value: unknown, path: readonly string[] = []): Leaf[] {
  if (!Array.isArray(value) && !isJsonObject(value)) return value === undefined ? [] : [{ path, value }];
  return Object.entries(value).flatMap(([field, inner]: [string, unknown]) => leavesIn(inner, [...path, field]));
}

/** A copy with one value replaced; missing parents are added. */
export function withLeaf<T>(object: T, path: readonly string[], value: unknown): T {
  const copy: unknown = structuredClone(object);
  const [last, ...before] = path.toReversed();
  let at: unknown = copy;
  for (const field of before.toReversed()) {
    if (!isJsonObject(at) && !Array.isArray(at)) return object;
    at = Array.isArray(at) ? at[Number(field)] : at[field];
  }
  if (last === undefined) return object;
  if (Array.isArray(at)) at[Number(last)] = value;
  else if (isJsonObject(at)) Object.assign(at, { [last]: value });
  return copy as T;
}
