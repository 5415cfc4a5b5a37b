import { isJsonObject, type JsonObject, setField, ownField } from "@capstan/kube";
import { additionalSchema, type Schema } from "./schema.ts";

/** `value` with the defaults of `schema`; the same value if none is missing. */
export function applyDefaults(value: unknown, schema: Schema): unknown {
  if (Array.isArray(value)) return defaultList(value, schema);
  return isJsonObject(value) ? defaultObject(value, schema) : value;
}

function defaultList(list: readonly unknown[], schema: Schema): unknown {
  const items = schema.items;
  if (items === undefined) return list;
  const filled = list.map((item) => {
    const next = item === null && items.nullable !== true && items.default !== undefined ? items.default : item;
    const done = applyDefaults(next, items);
    return done;
  });
  return filled.every((item, index) => item === list[index]) ? list : filled;
}

function defaultObject(object: JsonObject, schema: Schema): JsonObject {
  const changes: JsonObject = {};
  for (const [key, property] of Object.entries(schema.properties ?? {})) fillIn(object, key, property, changes);
  const additional = additionalSchema(schema);
  if (additional !== undefined) {
    for (const key of Object.keys(object)) {
      if (schema.properties === undefined || !Object.hasOwn(schema.properties, key))
        fillIn(object, key, additional, changes);
    }
  }
  if (Object.keys(changes).length === 0) return object;
  return Object.fromEntries(Object.entries({ ...object, ...changes }).filter(([, value]) => value !== undefined));
}

/** Null counts as unset in a field that is not nullable. */
function fillIn(object: JsonObject, key: string, schema: Schema, changes: Record<string, unknown>): void {
  const own = ownField(object, key);
  const given = own === null && schema.nullable !== true ? undefined : own;
  const value = given === undefined ? schema.default : applyDefaults(given, schema);
  const filled = given === undefined && value !== undefined ? applyDefaults(value, schema) : value;
  if (filled !== own) setField(changes, key, filled);
}
