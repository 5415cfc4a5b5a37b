import { type JsonObject } from "@capstan/kube";
import { type Descriptions } from "../descriptions/kubernetes-descriptions.ts";
import { mergeExtras } from "./schema-of.ts";
import { type Field, type FieldType, type Scalar, structType } from "./struct-type.ts";

const packages: Readonly<Record<string, string>> = {
  meta: "io.k8s.apimachinery.pkg.apis.meta",
  apiextensions: "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions",
};

/** The name of a struct type in OpenAPI documents: `core.v1.Pod` is `io.k8s.api.core.v1.Pod`. */
export function componentName(name: string): string {
  const [group = "", ...rest] = name.split(".");
  return [packages[group] ?? `io.k8s.api.${group}`, ...rest].join(".");
}

/** The schemas of an OpenAPI document, and descriptions of types. */
export interface Components {
  readonly schemas: Record<string, JsonObject>;
  readonly descriptions: Descriptions;
}

/** Adds the schemas of a struct and of its fields to the components of an OpenAPI document. */
export function describeStruct(name: string, components: Components): void {
  const component = componentName(name);
  const { schemas, descriptions } = components;
  if (component in schemas) return;
  const described: Record<string, unknown> = {};
  schemas[component] = described;
  const { description, required, fields: ofFields = {} } = descriptions[component] ?? {};
  const type = structType(name);
  const text = { type: "string" };
  const fields = type.fields.flatMap((field) => describeField(field, components));
  const properties = { ...(type.object ? { apiVersion: text, kind: text } : {}), ...Object.fromEntries(fields) };
  Object.assign(described, {
    ...(description === undefined ? {} : { description }),
    type: "object",
    ...(required === undefined ? {} : { required }),
    // A type without fields has no properties.
    ...(Object.keys(properties).length === 0 ? {} : { properties: withDescriptions(properties, ofFields) }),
    ...(type.atomic ? { "x-kubernetes-map-type": "atomic" } : {}),
  });
}

function withDescriptions(
  properties: Readonly<Record<string, JsonObject>>,
  descriptions: Readonly<Record<string, string>>,
): JsonObject {
  const described = Object.entries(properties).map(([name, schema]) => {
    const description = descriptions[name];
    return [name, description === undefined ? schema : { ...schema, description }] as const;
  });
  return Object.fromEntries(described);
}

function describeField(field: Field, components: Components): [string, JsonObject][] {
  const { type, name } = field;
  if (field.inline && type.kind === "struct") {
    return structType(type.name).fields.flatMap((inner) => describeField(inner, components));
  }
  const extras = { ...mergeExtras(field), ...(field.enum === undefined ? {} : { enum: field.enum }) };
  return [[name, { ...describeType(type, components), ...extras }]];
}

function describeType(type: FieldType, components: Components): JsonObject {
  switch (type.kind) {
    case "struct":
      describeStruct(type.name, components);
      return { allOf: [{ $ref: `#/components/schemas/${componentName(type.name)}` }] };
    case "list":
      return { type: "array", items: describeType(type.items, components) };
    case "map":
      return { type: "object", additionalProperties: describeType(type.values, components) };
    case "scalar":
      return describeScalar(type.scalar, components);
  }
}

/** A scalar with its own Go type has its own component. */
function describeScalar(scalar: Scalar, { schemas, descriptions }: Components): JsonObject {
  const component = scalarComponents[scalar];
  if (component === undefined) return scalars[scalar];
  const description = descriptions[component]?.description;
  schemas[component] = { ...(description === undefined ? {} : { description }), ...scalars[scalar] };
  return { allOf: [{ $ref: `#/components/schemas/${component}` }] };
}

const scalarComponents: Readonly<Partial<Record<Scalar, string>>> = {
  time: componentName("meta.v1.Time"),
  microTime: componentName("meta.v1.MicroTime"),
  fields: componentName("meta.v1.FieldsV1"),
  quantity: "io.k8s.apimachinery.pkg.api.resource.Quantity",
  intOrString: "io.k8s.apimachinery.pkg.util.intstr.IntOrString",
  raw: "io.k8s.apimachinery.pkg.runtime.RawExtension",
  json: componentName("apiextensions.v1.JSON"),
  schemaOrArray: componentName("apiextensions.v1.JSONSchemaPropsOrArray"),
  schemaOrBool: componentName("apiextensions.v1.JSONSchemaPropsOrBool"),
  schemaOrStrings: componentName("apiextensions.v1.JSONSchemaPropsOrStringArray"),
};

const time = { type: "string", format: "date-time" };

const scalars: Readonly<Record<Scalar, JsonObject>> = {
  string: { type: "string" },
  bool: { type: "boolean" },
  int32: { type: "integer", format: "int32" },
  int64: { type: "integer", format: "int64" },
  double: { type: "number", format: "double" },
  bytes: { type: "string", format: "byte" },
  time,
  microTime: time,
  quantity: { oneOf: [{ type: "string" }, { type: "number" }] },
  intOrString: { format: "int-or-string", oneOf: [{ type: "integer" }, { type: "string" }] },
  raw: { type: "object" },
  json: {},
  fields: { type: "object" },
  strings: { type: "array", items: { type: "string" } },
  schemaOrArray: {},
  schemaOrBool: {},
  schemaOrStrings: {},
};
