import { isJsonObject, type JsonObject, stringifyJson } from "@capstan/kube";
import { type FieldError } from "../status/field-error.ts";
import { type Schema } from "./schema.ts";

/** Lists that are sets or maps hold nothing twice. */
export function checkListType(list: readonly unknown[], schema: Schema, path: string): FieldError[] {
  const type = schema["x-kubernetes-list-type"];
  if (type !== "set" && type !== "map") return [];
  const keys = type === "map" ? (schema["x-kubernetes-list-map-keys"] ?? []) : [];
  const seen = new Set<string>();
  const errors: FieldError[] = [];
  for (const [index, item] of list.entries()) {
    const value = type === "map" ? listMapKey(item, keys, schema.items) : item;
    const text = canonical(value);
    if (seen.has(text)) errors.push({ type: "Duplicate value", field: `${path}[${index}]`, value });
    seen.add(text);
  }
  return errors;
}

/** The members by which an item of a list map is known, defaults filled in. */
export function listMapKey(item: unknown, keys: readonly string[], items: Schema | undefined): JsonObject {
  const key: Record<string, unknown> = {};
  if (!isJsonObject(item)) return key;
  for (const name of [...keys].sort()) {
    const value = item[name] ?? items?.properties?.[name]?.default;
    if (value !== undefined) key[name] = value;
  }
  return key;
}

/** A string that is the same for values that are equal. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isJsonObject(value)) return stringifyJson(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join(",")}}`;
}
