import { type DeepReadonly } from "./deep-readonly.ts";

/**
 * A copy that may be changed of JSON data that may not be: what a cache hands out is shared by all who read it. As `DeepCopy` of
 * Kubernetes' Go types; several times faster than `structuredClone`, which knows more than JSON. Properties that are
 * `undefined` are kept.
 */
export function deepCopy<T>(value: DeepReadonly<T>): T {
  return copyOf(value) as T;
}

function copyOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf);
  const copy: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(value)) {
    // Assigned, it would become the prototype.
    if (key === "__proto__") Object.defineProperty(copy, key, { value: copyOf(field), ...ordinary });
    else copy[key] = copyOf(field);
  }
  return copy;
}

const ordinary = { configurable: true, enumerable: true, writable: true } as const;
