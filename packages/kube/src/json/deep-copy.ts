import { type DeepReadonly } from "./deep-readonly.ts";
import { recursionLimit } from "./recursion-limit.ts";
import { setField } from "./set-field.ts";

/**
 * Returns a mutable copy of read-only JSON data, because all readers of a cache share its objects. Corresponds to `DeepCopy` of the Go
 * types of Kubernetes. It is several times faster than `structuredClone`, which supports more than JSON. `undefined` properties are kept.
 * Data may be nested to any depth.
 */
export function deepCopy<T>(value: DeepReadonly<T>): T {
  const deeper: Deeper[] = [];
  const copy = copyOf(value, 0, deeper);
  for (let next = deeper.pop(); next !== undefined; next = deeper.pop()) {
    setField(next.into, next.key, copyOf(next.value, 0, deeper));
  }
  return copy as T;
}

type Container = Record<string | number, unknown>;

/** A value to copy later, and the place of its copy. */
interface Deeper {
  readonly into: Container;
  readonly key: string | number;
  readonly value: unknown;
}

function copyOf(value: unknown, depth: number, deeper: Deeper[]): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    for (const item of value as unknown[]) list.push(fieldOf(list as never, list.length, item, depth, deeper));
    return list;
  }
  const copy: Container = {};
  for (const [key, field] of Object.entries(value)) setField(copy, key, fieldOf(copy, key, field, depth, deeper));
  return copy;
}

/** The copy of a field; `undefined` if it is copied later, which keeps its place among the other fields. */
function fieldOf(into: Container, key: string | number, value: unknown, depth: number, deeper: Deeper[]): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth < recursionLimit) return copyOf(value, depth + 1, deeper);
  deeper.push({ into, key, value });
  return undefined;
}
