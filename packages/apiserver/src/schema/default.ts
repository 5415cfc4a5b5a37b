import { isRecord, type JsonObject } from "../json/record.ts";
import { additionalSchema, type Schema } from "./schema.ts";

/** `value` with the defaults of `schema` filled in. The same value comes back if there is nothing to fill in. */
export function applyDefaults(value: unknown, schema: Schema): unknown {
  if (Array.isArray(value)) return defaultList(value, schema);
  return isRecord(value) ? defaultObject(value, schema) : value;
}

function defaultList(list: readonly unknown[], schema: Schema): unknown {
  const items = schema.items;
  if (items === undefined) return list;
  let changed = false;
  const filled = list.map((item) => {
    const next = item === null && items.nullable !== true && items.default !== undefined ? items.default : item;
    const done = applyDefaults(next, items);
    changed ||= done !== item;
    return done;
  });
  return changed ? filled : list;
}

function defaultObject(object: JsonObject, schema: Schema): JsonObject {
  const changes: JsonObject = {};
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    // Null in a field that cannot be null counts as left out, but only if there is a default to take its place.
    const missing = object[key] === undefined || (object[key] === null && property.nullable !== true);
    const value = missing && property.default !== undefined ? property.default : object[key];
    if (value === undefined) continue;
    const filled = applyDefaults(value, property);
    if (filled !== object[key]) changes[key] = filled;
  }
  const additional = additionalSchema(schema);
  if (additional !== undefined) {
    for (const [key, value] of Object.entries(object)) {
      if (schema.properties !== undefined && Object.hasOwn(schema.properties, key)) continue;
      const missing = value === null && additional.nullable !== true && additional.default !== undefined;
      const filled = applyDefaults(missing ? additional.default : value, additional);
      if (filled !== value) changes[key] = filled;
    }
  }
  return Object.keys(changes).length === 0 ? object : { ...object, ...changes };
}
