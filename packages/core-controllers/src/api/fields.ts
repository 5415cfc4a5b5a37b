import { definedFields, fieldsOf, type JsonObject } from "@capstan/kube";

/** The fields that have a value; `undefined` if no field does. */
export function present(fields: JsonObject): JsonObject | undefined {
  const defined = definedFields(fields);
  return Object.keys(defined).length === 0 ? undefined : defined;
}

/** Converts each item of a list; `undefined` if `list` is not a list. */
export function eachOf(list: unknown, convert: (item: JsonObject) => unknown): unknown[] | undefined {
  return Array.isArray(list) ? list.map((item) => convert(fieldsOf(item))) : undefined;
}

/** `undefined` for an empty list. */
export function filled(list: unknown): unknown {
  return Array.isArray(list) && list.length === 0 ? undefined : list;
}

/** Applies `convert` if there is a value. */
export function ifThere<T>(value: unknown, convert: (fields: JsonObject) => T): T | undefined {
  return value === undefined ? undefined : convert(fieldsOf(value));
}
