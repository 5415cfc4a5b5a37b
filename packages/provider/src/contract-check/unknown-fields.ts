import { type StructuralSchema } from "@capstan/contract";
import { fieldsOf } from "../lifecycle/stored-object.ts";

/** A field that a schema does not know. */
export interface UnknownField {
  readonly path: string;
  readonly value: unknown;
}

/**
 * Fields that the API server would drop without a word, since the schema does not have them. Written again and again, they
 * would never be there.
 */
export function unknownFields(schema: StructuralSchema | undefined, value: unknown, path: string): UnknownField[] {
  if (schema === undefined || schema["x-kubernetes-preserve-unknown-fields"] === true) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) => unknownFields(schema.items, item, `${path}[${index}]`));
  }
  return Object.entries(fieldsOf(value)).flatMap(([name, field]): UnknownField[] => {
    if (field === undefined) return [];
    const inner = `${path}.${name}`;
    const known = schema.properties?.[name] ?? schema.additionalProperties;
    // Only an object has fields of its own; where the schema says something else, its type is what is wrong.
    if (known === undefined) return schema.type === "object" ? [{ path: inner, value: field }] : [];
    return unknownFields(known, field, inner);
  });
}
