import { fieldsOf, isJsonObject } from "@capstan/kube";
import { type SchemaValidateFunction } from "ajv";

/** `x-kubernetes-list-type` for ajv: items of a set are unique, and items of a map have unique keys. */
export const noDuplicates: SchemaValidateFunction = (type: unknown, list: readonly unknown[], schema?: object) => {
  if (type !== "set" && type !== "map") return true;
  const keys = type === "map" ? (fieldsOf(schema)["x-kubernetes-list-map-keys"] as readonly string[]) : [];
  const seen = new Set<string>();
  noDuplicates.errors = list.flatMap((item, duplicate) => {
    const text = canonical(type === "map" ? keysOf(item, keys) : item);
    if (seen.has(text)) return [{ keyword: "x-kubernetes-list-type", params: { duplicate, keys } }];
    seen.add(text);
    return [];
  });
  return noDuplicates.errors.length === 0;
};

/** A missing key differs from every present key. */
function keysOf(item: unknown, keys: readonly string[]): unknown {
  const fields = fieldsOf(item);
  return keys.map((key) => (fields[key] === undefined ? [] : [fields[key]]));
}

/** The same string for equal values. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (!isJsonObject(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
