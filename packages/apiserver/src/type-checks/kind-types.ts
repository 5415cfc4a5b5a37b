import { type CelType } from "../cel/types/cel-type.ts";
import { type ResourceVersion } from "../registry/resource.ts";
import { declaredType } from "../rules/rule-types.ts";
import { type Schema } from "../schema/schema.ts";
import { schemaOf } from "../types/schema-of.ts";
import { type Field, type FieldType, structType } from "../types/struct-type.ts";

const text: Schema = { type: "string" };
const kindFields: Readonly<Record<string, Schema>> = { apiVersion: text, kind: text };

/** The type of a kind's objects for checking expressions; undefined if its fields are not known. */
export function kindType({ type, schema }: ResourceVersion, kind: string): CelType | undefined {
  const metadata = schemaOf("meta.v1.ObjectMeta");
  const whole =
    type === undefined
      ? { ...schema, type: "object", properties: { ...schema.properties, ...kindFields, metadata } }
      : structSchema(type, new Set());
  return declaredType(whole, kind, true)?.type;
}

/** The schema of a struct with its fields, as in OpenAPI. Recursive structs end at their first repetition. */
function structSchema(name: string, around: ReadonlySet<string>): Schema {
  if (around.has(name)) return { type: "object" };
  const within = new Set([...around, name]);
  const { object, fields } = structType(name);
  const members = schemaOf(name).properties ?? {};
  const memberOf = (field: Field): [string, Schema][] =>
    field.inline && field.type.kind === "struct"
      ? Object.entries(structSchema(field.type.name, around).properties ?? {})
      : [[field.name, fieldSchema(field.type, members[field.name] ?? {}, within)]];
  return {
    type: "object",
    properties: { ...(object ? kindFields : {}), ...Object.fromEntries(fields.flatMap(memberOf)) },
  };
}

function fieldSchema(type: FieldType, own: Schema, around: ReadonlySet<string>): Schema {
  switch (type.kind) {
    case "struct":
      return structSchema(type.name, around);
    case "list":
      return { ...own, items: fieldSchema(type.items, own.items ?? {}, around) };
    case "map": {
      const values = own.additionalProperties;
      return {
        ...own,
        additionalProperties: fieldSchema(type.values, typeof values === "object" ? values : {}, around),
      };
    }
    case "scalar":
      return own;
  }
}
