import type { Type } from "typebox";

/** The parts of a JSON schema that decide whether a value may be empty. */
interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly minProperties?: number;
}

/**
 * Removes the lists and objects in a value that are empty where the schema requires at least one item or field: v1beta1 expresses "none"
 * with an empty value, v1beta2 by omitting the field. The value itself stays, even if it is empty.
 */
export function withoutEmpty<Value extends object>(value: Value, schema: Type.TSchema): Value {
  return pruned(value, schema) as Value;
}

function pruned(value: unknown, schema: Schema): unknown {
  if (Array.isArray(value)) {
    const { items = {} } = schema;
    return value.map((item) => pruned(item, items)).filter((item) => !isTooEmpty(item, items));
  }
  if (typeof value !== "object" || value === null || schema.properties === undefined) return value;
  const { properties } = schema;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, field]) => [name, pruned(field, properties[name] ?? {})] as const)
      .filter(([name, field]) => !isTooEmpty(field, properties[name] ?? {})),
  );
}

function isTooEmpty(value: unknown, { minItems = 0, minProperties = 0 }: Schema): boolean {
  if (Array.isArray(value)) return value.length < minItems;
  return typeof value === "object" && value !== null && Object.keys(value).length < minProperties;
}
