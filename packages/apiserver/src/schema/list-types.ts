import { isJsonObject, type JsonObject, stringifyJson } from "@capstan/kube";
import { type Schema } from "./schema.ts";

/** The members that identify an item of a list map, with defaults. */
export function listMapKey(item: unknown, keys: readonly string[], items: Schema | undefined): JsonObject {
  const key: Record<string, unknown> = {};
  if (!isJsonObject(item)) return key;
  for (const name of [...keys].sort()) {
    const value = item[name] ?? items?.properties?.[name]?.default;
    if (value !== undefined) key[name] = value;
  }
  return key;
}

/** A string that is equal for equal values. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isJsonObject(value)) return stringifyJson(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join(",")}}`;
}
