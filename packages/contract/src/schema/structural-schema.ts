import { isJsonObject, without } from "@capstan/kube";
import { type StructuralSchema } from "../kubernetes/structural-schema.ts";
import { SchemaNotStructural } from "./schema-not-structural.ts";
import { valueValidation } from "./value-validation.ts";

type Json = Readonly<Record<string, unknown>>;

const copied = [
  "title",
  "description",
  "default",
  "format",
  "pattern",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "multipleOf",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
  "nullable",
  "x-kubernetes-int-or-string",
  "x-kubernetes-preserve-unknown-fields",
  "x-kubernetes-embedded-resource",
  "x-kubernetes-list-type",
  "x-kubernetes-list-map-keys",
  "x-kubernetes-map-type",
  "x-kubernetes-validations",
] as const;
const unsupported = ["$ref", "$defs", "patternProperties", "prefixItems", "if", "dependentRequired", "contains"];

/**
 * Converts a TypeBox (or other JSON) schema to the structural form that CRDs need: literals and unions of literals become `enum`, a union
 * with null becomes `nullable`, records become `additionalProperties`, intersected objects are merged, a union of integer and string
 * becomes int-or-string, and unknown values are preserved. A structural schema is unchanged.
 *
 * @param path - the path of the schema, for errors.
 * @throws SchemaNotStructural a CRD cannot express the schema.
 */
export function structuralSchema(schema: object, path = ""): StructuralSchema {
  const json = schema as Json;
  if (Array.isArray(json.allOf) && json.type === undefined) return structuralSchema(mergeObjects(json, path), path);

  const alternatives = alternativesOf(json);
  if (alternatives !== undefined) return structuralSchema(asOneSchema(json, alternatives, path), path);

  const record = recordValues(json, path);
  const rest = record === undefined ? json : without(json, "patternProperties");
  const foreign = unsupported.find((key) => rest[key] !== undefined);
  if (foreign !== undefined) throw new SchemaNotStructural(path, `${foreign} is not allowed there`);

  const result: Record<string, unknown> = { ...typeOf(json, path) };
  for (const key of copied) if (json[key] !== undefined) result[key] = json[key];
  Object.assign(result, exclusiveBounds(json), listOfUniques(json, path), children(json, path));
  if (record !== undefined) result.additionalProperties = structuralSchema(record, `${path}{}`);
  for (const key of ["anyOf", "oneOf", "allOf"]) {
    const branches = json[key];
    if (Array.isArray(branches)) result[key] = branches.map((branch) => valueValidation(branch, path));
  }
  if (json.not !== undefined) result.not = valueValidation(json.not, path);
  return result;
}

function typeOf(json: Json, path: string): StructuralSchema {
  if ("const" in json) return enumOf([json.const], path);
  if (Array.isArray(json.enum)) return enumOf(json.enum, path);
  const { type } = json;
  if (json["x-kubernetes-int-or-string"] === true) return {};
  switch (type) {
    case "object":
    case "array":
    case "string":
    case "integer":
    case "number":
    case "boolean":
      return { type };
    case undefined:
      // An empty schema (Type.Unknown, Type.Any) accepts every value.
      return { "x-kubernetes-preserve-unknown-fields": true };
    default:
      throw new SchemaNotStructural(path, `type ${JSON.stringify(type)} is unknown to CRDs`);
  }
}

function enumOf(values: readonly unknown[], path: string): StructuralSchema {
  const types = new Set(values.map((value) => (Number.isInteger(value) ? "integer" : typeof value)));
  if (types.has("number")) types.delete("integer");
  const [type] = types;
  if (types.size !== 1 || (type !== "string" && type !== "integer" && type !== "number" && type !== "boolean")) {
    throw new SchemaNotStructural(path, "the values of an enum must be of one type");
  }
  return { type, enum: [...values] };
}

/** JSON Schema has numbers as exclusive bounds, OpenAPI v3.0 has a flag in addition to the bound. */
function exclusiveBounds({ exclusiveMinimum, exclusiveMaximum }: Json): Partial<StructuralSchema> {
  return {
    ...(typeof exclusiveMinimum === "number" ? { minimum: exclusiveMinimum, exclusiveMinimum: true } : {}),
    ...(typeof exclusiveMaximum === "number" ? { maximum: exclusiveMaximum, exclusiveMaximum: true } : {}),
    ...(exclusiveMinimum === true ? { exclusiveMinimum } : {}),
    ...(exclusiveMaximum === true ? { exclusiveMaximum } : {}),
  };
}

/** The API server refuses `uniqueItems`, because its cost is unbounded; a set of scalars is equivalent. */
function listOfUniques(json: Json, path: string): Partial<StructuralSchema> {
  if (json.uniqueItems !== true) return {};
  const items = isJsonObject(json.items) ? json.items : {};
  if (items.type === "object" || items.type === "array") {
    throw new SchemaNotStructural(path, "uniqueItems works for lists of scalars only; use x-kubernetes-list-type map");
  }
  return { "x-kubernetes-list-type": "set" };
}

function children(json: Json, path: string): Partial<StructuralSchema> {
  const result: Partial<StructuralSchema> = {};
  if (isJsonObject(json.properties)) {
    result.properties = Object.fromEntries(
      Object.entries(json.properties).map(([name, property]) => {
        const below = path === "" ? name : `${path}.${name}`;
        if (!isJsonObject(property)) throw new SchemaNotStructural(below, "it is not a schema");
        return [name, structuralSchema(property, below)];
      }),
    );
  }
  if (Array.isArray(json.required) && json.required.length > 0) result.required = [...(json.required as string[])];
  if (json.type === "array") {
    if (!isJsonObject(json.items)) throw new SchemaNotStructural(path, "a list needs one schema for its items");
    result.items = structuralSchema(json.items, `${path}[]`);
  }
  if (isJsonObject(json.additionalProperties)) {
    result.additionalProperties = structuralSchema(json.additionalProperties, `${path}{}`);
  } else if (json.additionalProperties === true) {
    result["x-kubernetes-preserve-unknown-fields"] = true;
  }
  return result;
}

/** The value schema of a record, which TypeBox writes as a single pattern property. */
function recordValues(json: Json, path: string): Json | undefined {
  if (!isJsonObject(json.patternProperties)) return undefined;
  const patterns = Object.entries(json.patternProperties);
  const [first] = patterns;
  if (patterns.length !== 1 || first === undefined || !/^\^\(?\.\*\)?\$$/.test(first[0]) || !isJsonObject(first[1])) {
    throw new SchemaNotStructural(path, "keys of a map cannot be restricted; use Type.Record(Type.String(), ...)");
  }
  return first[1];
}

/** The branches of a union of types; `undefined` if `anyOf` only restricts values of the type next to it. */
function alternativesOf(json: Json): readonly Json[] | undefined {
  if (!Array.isArray(json.anyOf) || json.type !== undefined || json["x-kubernetes-int-or-string"] === true) {
    return undefined;
  }
  return (json.anyOf as unknown[]).filter(isJsonObject);
}

function asOneSchema(json: Json, alternatives: readonly Json[], path: string): Json {
  const rest = without(json, "anyOf");
  const present = alternatives.filter((branch) => branch.type !== "null");
  if (present.length < alternatives.length) {
    const inner = present.length === 1 ? present[0] : { anyOf: present };
    return { ...inner, ...rest, nullable: true };
  }
  const values = present.flatMap((branch) =>
    "const" in branch ? [branch.const] : Array.isArray(branch.enum) ? (branch.enum as unknown[]) : [],
  );
  if (present.every((branch) => "const" in branch || Array.isArray(branch.enum))) return { ...rest, enum: values };

  const types = present.map((branch) => branch.type).sort();
  if (types.length === 2 && types[0] === "integer" && types[1] === "string") {
    return { ...rest, anyOf: present, "x-kubernetes-int-or-string": true };
  }
  throw new SchemaNotStructural(
    path,
    "a union may consist of literals, of a type and null, or of integer and string; use one object with optional fields",
  );
}

function mergeObjects(json: Json, path: string): Json {
  const parts = (json.allOf as unknown[]).map((part) => {
    const merged = isJsonObject(part) && Array.isArray(part.allOf) ? mergeObjects(part, path) : part;
    if (!isJsonObject(merged) || merged.type !== "object") {
      throw new SchemaNotStructural(path, "only objects can be intersected");
    }
    return merged;
  });
  const required = parts.flatMap((part) => (Array.isArray(part.required) ? (part.required as string[]) : []));
  const merged: Json = Object.fromEntries(parts.flatMap((part) => Object.entries(part)));
  const properties: Json = Object.fromEntries(
    parts.flatMap((part) => (isJsonObject(part.properties) ? Object.entries(part.properties) : [])),
  );
  return { ...merged, ...without(json, "allOf"), type: "object", properties, required: [...new Set(required)] };
}
