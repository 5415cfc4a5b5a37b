import { goPattern, stringFormats } from "@capstan/kube";
import { type StructuralSchema, type ValueValidation } from "../kubernetes/structural-schema.ts";

/** How to handle a field that the schema does not know: ignore it, because the API server prunes it, or report it. */
export type UnknownFields = "ignored" | "refused";

type Json = Readonly<Record<string, unknown>>;

const copied = [
  "required",
  "enum",
  "minLength",
  "maxLength",
  "multipleOf",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
  "x-kubernetes-list-type",
  "x-kubernetes-list-map-keys",
] as const satisfies readonly (keyof StructuralSchema)[];

/**
 * A JSON Schema for a place alone: of the values there, it accepts those that the API server accepts, whatever their fields and items are.
 * CEL rules are left to the server.
 */
export function placeSchemaOf(schema: StructuralSchema, unknownFields: UnknownFields): Json {
  return {
    ...typeOf(schema),
    ...restrictionsOf(schema),
    ...combinationsOf(schema),
    ...(unknownFields === "refused" && isClosed(schema) ? closing(schema) : {}),
  };
}

/** The values of an enum imply its type, and null is not among them. */
function typeOf(schema: StructuralSchema): Json {
  if (schema.enum !== undefined) return {};
  const types = schema["x-kubernetes-int-or-string"] === true ? ["integer", "string"] : [schema.type].flat();
  if (types[0] === undefined) return {};
  return { type: schema.nullable === true ? [...types, "null"] : types.length === 1 ? types[0] : types };
}

function restrictionsOf(schema: StructuralSchema | ValueValidation): Json {
  const { pattern, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const format = formatOf(schema);
  const kept = copied.filter((keyword) => (schema as Json)[keyword] !== undefined);
  return {
    ...Object.fromEntries(kept.map((keyword) => [keyword, (schema as Json)[keyword]])),
    ...(pattern === undefined || goPattern(pattern) === undefined ? {} : { pattern }),
    ...(format === undefined ? {} : { format }),
    ...(minimum === undefined ? {} : { [exclusiveMinimum === true ? "exclusiveMinimum" : "minimum"]: minimum }),
    ...(maximum === undefined ? {} : { [exclusiveMaximum === true ? "exclusiveMaximum" : "maximum"]: maximum }),
  };
}

/** A format that the API server does not know restricts nothing. Every integer has at most 64 bits. */
function formatOf(schema: StructuralSchema | ValueValidation): string | undefined {
  const { format } = schema;
  if ("x-kubernetes-int-or-string" in schema && format === undefined) return "int64";
  switch ("type" in schema ? schema.type : undefined) {
    case "integer":
      return format === "int32" ? format : "int64";
    case "number":
      return format === "float" ? format : undefined;
    case "string":
    case undefined:
      return format !== undefined && stringFormats.has(format) ? format : undefined;
    case "object":
    case "array":
    case "boolean":
      return undefined;
  }
}

/** Null, if allowed, is not checked by branches. */
function combinationsOf(schema: StructuralSchema): Json {
  // The type of an int-or-string is checked elsewhere.
  const isSaid = schema["x-kubernetes-int-or-string"] === true && schema.anyOf?.every((branch) => "type" in branch);
  const combinations = branchesOf(isSaid === true ? { ...schema, anyOf: [] } : schema);
  if (Object.keys(combinations).length === 0 || schema.nullable !== true) return combinations;
  return { if: { type: "null" }, else: combinations };
}

function branchesOf(schema: ValueValidation): Json {
  const lists = (["allOf", "anyOf", "oneOf"] as const).flatMap((keyword) => {
    const branches = schema[keyword] ?? [];
    return branches.length === 0 ? [] : [[keyword, branches.map(branchOf)] as const];
  });
  return { ...Object.fromEntries(lists), ...(schema.not === undefined ? {} : { not: branchOf(schema.not) }) };
}

function branchOf(branch: ValueValidation): Json {
  const { properties, items } = branch;
  return {
    ...("type" in branch ? { type: branch.type } : {}),
    ...restrictionsOf(branch),
    ...branchesOf(branch),
    ...(properties === undefined ? {} : { properties: mapped(properties, branchOf) }),
    ...(items === undefined ? {} : { items: branchOf(items) }),
  };
}

function isClosed(schema: StructuralSchema): boolean {
  const isOpen = schema["x-kubernetes-preserve-unknown-fields"] === true || schema.additionalProperties !== undefined;
  return schema.type === "object" && !isOpen;
}

function closing({ properties = {}, ...schema }: StructuralSchema): Json {
  const ofResource =
    schema["x-kubernetes-embedded-resource"] === true ? { apiVersion: {}, kind: {}, metadata: {} } : {};
  return { properties: { ...ofResource, ...mapped(properties, () => ({})) }, additionalProperties: false };
}

function mapped<Schema>(
  schemas: Readonly<Record<string, Schema>>,
  map: (schema: Schema) => Json,
): Readonly<Record<string, Json>> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, map(schema)]));
}
