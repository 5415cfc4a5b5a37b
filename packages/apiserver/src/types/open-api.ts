import { type JsonObject } from "@capstan/kube";
import { type Field, type FieldType, type Scalar, structType } from "./struct-type.ts";

const packages: Readonly<Record<string, string>> = {
  meta: "io.k8s.apimachinery.pkg.apis.meta",
  apiextensions: "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions",
};

/** How OpenAPI documents name a struct type: `core.v1.Pod` is `io.k8s.api.core.v1.Pod`. */
export function componentName(name: string): string {
  const [group = "", ...rest] = name.split(".");
  return [packages[group] ?? `io.k8s.api.${group}`, ...rest].join(".");
}

/** Adds the schemas of a struct, and of all that it holds, to the components of an OpenAPI document. */
export function describeStruct(name: string, components: Record<string, unknown>): void {
  const component = componentName(name);
  if (component in components) return;
  const described: Record<string, unknown> = {};
  components[component] = described;
  const type = structType(name);
  const text = { type: "string" };
  const properties = Object.fromEntries(type.fields.flatMap((field) => describeField(field, components)));
  Object.assign(described, {
    type: "object",
    properties: type.object ? { apiVersion: text, kind: text, ...properties } : properties,
    ...(type.atomic ? { "x-kubernetes-map-type": "atomic" } : {}),
  });
}

function describeField(field: Field, components: Record<string, unknown>): [string, JsonObject][] {
  const { type, name, listType, listKeys, patchStrategy, mergeKey } = field;
  if (field.inline && type.kind === "struct") {
    return structType(type.name).fields.flatMap((inner) => describeField(inner, components));
  }
  const isMap = type.kind === "map" || type.kind === "struct";
  const extras = {
    ...(listType === undefined ? {} : { [isMap ? "x-kubernetes-map-type" : "x-kubernetes-list-type"]: listType }),
    ...(listKeys === undefined ? {} : { "x-kubernetes-list-map-keys": listKeys }),
    ...(patchStrategy === undefined || patchStrategy === "" ? {} : { "x-kubernetes-patch-strategy": patchStrategy }),
    ...(mergeKey === undefined ? {} : { "x-kubernetes-patch-merge-key": mergeKey }),
    ...(field.enum === undefined ? {} : { enum: field.enum }),
  };
  return [[name, { ...describeType(type, components), ...extras }]];
}

function describeType(type: FieldType, components: Record<string, unknown>): JsonObject {
  switch (type.kind) {
    case "struct":
      describeStruct(type.name, components);
      return { allOf: [{ $ref: `#/components/schemas/${componentName(type.name)}` }] };
    case "list":
      return { type: "array", items: describeType(type.items, components) };
    case "map":
      return { type: "object", additionalProperties: describeType(type.values, components) };
    case "scalar":
      return scalars[type.scalar];
  }
}

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
