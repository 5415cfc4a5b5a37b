import { rememberedByName } from "../object/remembered.ts";
import { type Schema } from "../schema/schema.ts";
import { type Field, type FieldType, type Scalar, structType } from "./struct-type.ts";

/** The schema of a struct: types, and how its parts are owned and patched. Deeper schemas are created on access. */
export const schemaOf = rememberedByName((name) => objectSchema(name, {}));

/** Types may contain themselves, so properties are created on first access. */
function objectSchema(name: string, extras: Schema): Schema {
  const schema = {
    type: "object",
    ...(structType(name).atomic ? { "x-kubernetes-map-type": "atomic" as const } : {}),
    ...extras,
  };
  return Object.defineProperty(schema, "properties", { enumerable: true, get: () => propertiesOf(name) });
}

const propertiesOf = rememberedByName<Readonly<Record<string, Schema>>>((name) =>
  Object.fromEntries(structType(name).fields.flatMap(membersOf)),
);

function membersOf(field: Field): [string, Schema][] {
  const { type } = field;
  if (field.inline && type.kind === "struct") return structType(type.name).fields.flatMap(membersOf);
  return [[field.name, fieldSchema(type, extrasOf(field))]];
}

function extrasOf(field: Field): Schema {
  return { ...mergeExtras(field), ...(field.default === undefined ? {} : { default: field.default }) };
}

/** How a field is merged, in the extensions of OpenAPI. */
export function mergeExtras({ type, listType, listKeys, patchStrategy = "", mergeKey }: Field): Schema {
  const isMap = type.kind === "map" || type.kind === "struct";
  return {
    ...(listType === undefined ? {} : { [isMap ? "x-kubernetes-map-type" : "x-kubernetes-list-type"]: listType }),
    ...(listKeys === undefined ? {} : { "x-kubernetes-list-map-keys": listKeys }),
    ...(patchStrategy === "" ? {} : { "x-kubernetes-patch-strategy": patchStrategy }),
    ...(mergeKey === undefined ? {} : { "x-kubernetes-patch-merge-key": mergeKey }),
  };
}

function fieldSchema(type: FieldType, extras: Schema): Schema {
  switch (type.kind) {
    case "struct":
      return objectSchema(type.name, extras);
    case "list":
      return { type: "array", items: fieldSchema(type.items, {}), ...extras };
    case "map":
      return { type: "object", additionalProperties: fieldSchema(type.values, {}), ...extras };
    case "scalar":
      return { ...scalars[type.scalar], ...extras };
  }
}

const anything: Schema = { "x-kubernetes-preserve-unknown-fields": true };

const scalars: Readonly<Record<Scalar, Schema>> = {
  string: { type: "string" },
  bool: { type: "boolean" },
  int32: { type: "integer", format: "int32" },
  int64: { type: "integer", format: "int64" },
  double: { type: "number", format: "double" },
  bytes: { type: "string", format: "byte", nullable: true },
  time: { type: "string", format: "date-time", nullable: true },
  microTime: { type: "string", format: "date-time", nullable: true },
  quantity: {},
  intOrString: { "x-kubernetes-int-or-string": true },
  raw: { type: "object", "x-kubernetes-map-type": "atomic", ...anything },
  json: anything,
  fields: { type: "object", ...anything },
  strings: { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "atomic" },
  schemaOrArray: anything,
  schemaOrBool: anything,
  schemaOrStrings: anything,
};
