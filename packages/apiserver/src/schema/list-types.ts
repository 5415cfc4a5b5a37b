import { isJsonObject, type JsonObject, stringifyJson } from "@capstan/kube";
import { type FieldError } from "../status/field-error.ts";
import { memberSchema, type Schema } from "./schema.ts";

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

/** Validates that list sets and maps have no duplicates, and that maps contain only objects. */
export function checkLists(value: unknown, schema: Schema | undefined, path = ""): FieldError[] {
  if (schema === undefined) return [];
  if (Array.isArray(value)) {
    return [
      ...checkList(value, schema, path),
      ...value.flatMap((item, index) => checkLists(item, schema.items, `${path}[${index}]`)),
    ];
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const isNamed = Object.hasOwn(schema.properties ?? {}, key);
    const below = isNamed ? `${path}${path === "" ? "" : "."}${key}` : `${path}[${key}]`;
    return checkLists(member, memberSchema(schema, key), below);
  });
}

function checkList(list: readonly unknown[], schema: Schema, path: string): FieldError[] {
  const type = schema["x-kubernetes-list-type"];
  if (type === "set") return repeated(list, path);
  if (type !== "map") return [];
  const wrong = list.findIndex((item) => item !== null && !isJsonObject(item));
  if (wrong !== -1) {
    const detail = "must be an object for an array of list-type map";
    return [{ type: "Invalid value", field: `${path}[${wrong}]`, value: list[wrong], detail }];
  }
  const keys = schema["x-kubernetes-list-map-keys"] ?? [];
  return repeated(
    list.map((item) => keyOf(item, keys)),
    path,
  );
}

/** Reports each duplicate once, at its second occurrence. */
function repeated(values: readonly unknown[], path: string): FieldError[] {
  const times = new Map<string, number>();
  return values.flatMap((value, index) => {
    const text = canonical(value);
    const before = times.get(text) ?? 0;
    times.set(text, before + 1);
    return before === 1 ? [{ type: "Duplicate value", field: `${path}[${index}]`, value } as const] : [];
  });
}

/** The members that identify an item, as far as it has them. */
function keyOf(item: unknown, keys: readonly string[]): JsonObject {
  if (!isJsonObject(item)) return {};
  return Object.fromEntries(
    [...keys]
      .sort()
      .filter((key) => Object.hasOwn(item, key))
      .map((key) => [key, item[key]]),
  );
}
