/** A JSON object. Values are checked where they are used. */
export type JsonObject = Record<string, unknown>;

export function isRecord(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The JSON object at `path` below `value`, if every step is one. */
export function recordAt(value: unknown, ...path: readonly string[]): JsonObject | undefined {
  let current = value;
  for (const step of path) {
    if (!isRecord(current)) return undefined;
    current = current[step];
  }
  return isRecord(current) ? current : undefined;
}

/** The list at `path` below `value`; empty if there is none. */
export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const parent = recordAt(value, ...path.slice(0, -1));
  const list = parent?.[path.at(-1) ?? ""];
  return Array.isArray(list) ? list : [];
}

export function stringAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = recordAt(value, ...path.slice(0, -1))?.[path.at(-1) ?? ""];
  return typeof found === "string" ? found : undefined;
}

/** `object` without `keys`; the same object if it has none of them. */
export function without<T extends JsonObject>(object: T, ...keys: readonly string[]): T {
  if (!keys.some((key) => key in object)) return object;
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key))) as T;
}
