import type { Type } from "typebox";

/** The parts of a JSON schema that show what may be empty. */
interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly minProperties?: number;
}

/**
 * A value without the lists and objects in it that are empty where the schema requires at least one item or field: v1beta1
 * expresses "none" that way, v1beta2 by leaving them out. The value itself stays, even empty.
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
