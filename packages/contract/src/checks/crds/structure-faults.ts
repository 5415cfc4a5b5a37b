import { fieldsAt, isJsonObject, jsonEqual, listAt } from "@capstan/kube";
import { at, type Json } from "../rule/json.ts";
import { type Fault } from "../rule/rule.ts";
import { typeOf } from "./schema-field.ts";

/** Keywords of JSON Schema that the API server never accepts. */
const never = ["$ref", "$schema", "id", "definitions", "dependencies", "patternProperties", "additionalItems"];
/** Keywords that define a value: they must be outside `allOf`, `anyOf`, `oneOf` and `not`, which may only restrict it. */
const structural = [
  "type",
  "additionalProperties",
  "default",
  "title",
  "description",
  "nullable",
  "x-kubernetes-preserve-unknown-fields",
  "x-kubernetes-embedded-resource",
  "x-kubernetes-int-or-string",
  "x-kubernetes-list-map-keys",
  "x-kubernetes-list-type",
  "x-kubernetes-map-type",
  "x-kubernetes-validations",
];

/** A nested schema. */
interface Below {
  readonly path: string;
  /** The keys from the outer schema to this schema. */
  readonly keys: readonly (string | number)[];
  readonly schema: Json;
}

/** Places where the schema of a version is not structural, as the API server requires of the whole schema. */
export function* structureFaults(root: Json, path: string): Iterable<Fault> {
  if (Object.hasOwn(root, "additionalProperties")) {
    yield {
      path: `${path}.additionalProperties`,
      expected: "properties at the root",
      actual: root.additionalProperties,
    };
  }
  yield* schemaFaults(root, path);
  yield* incompleteness(root, root, path);
}

function* schemaFaults(schema: Json, path: string): Iterable<Fault> {
  const anything = schema["x-kubernetes-preserve-unknown-fields"] === true;
  if (typeOf(schema) === "any" && !anything) yield { path, expected: "a schema with a type" };
  if (schema.type === "array" && !isJsonObject(schema.items)) {
    yield { path: `${path}.items`, expected: "the schema of the items", actual: schema.items };
  }
  if (Object.keys(fieldsAt(schema, "properties")).length > 0 && isJsonObject(schema.additionalProperties)) {
    yield {
      path: `${path}.additionalProperties`,
      expected: "either properties or additionalProperties",
      actual: "both",
    };
  }
  yield* unknownKeywords(schema, path);
  for (const limits of limitsOf(schema, path)) yield* limitFaults(limits.schema, limits.path);
  for (const field of schemasBelow(schema, path)) yield* schemaFaults(field.schema, field.path);
}

/** Faults in `allOf`, `anyOf`, `oneOf` and `not`, which must not define a value. */
function* limitFaults(limits: Json, path: string): Iterable<Fault> {
  for (const key of structural.filter((keyword) => isSet(limits[keyword]))) {
    yield { path: `${path}.${key}`, expected: `${key} outside of allOf, anyOf, oneOf and not`, actual: limits[key] };
  }
  const metadata = at(limits, "properties", "metadata");
  if (metadata !== undefined) {
    yield { path: `${path}.properties.metadata`, expected: "no limits of metadata", actual: metadata };
  }
  yield* unknownKeywords(limits, path);
  for (const below of [...limitsOf(limits, path), ...schemasBelow(limits, path)])
    yield* limitFaults(below.schema, below.path);
}

/** Fields that `limits` restricts and `schema` does not declare. */
function* incompleteness(limits: Json, schema: Json, path: string): Iterable<Fault> {
  for (const further of limitsOf(limits, path)) yield* incompleteness(further.schema, schema, further.path);
  if (limits === schema) return;
  for (const field of schemasBelow(limits, path)) {
    const declared = at(schema, ...field.keys);
    if (isJsonObject(declared)) yield* incompleteness(field.schema, declared, field.path);
    else yield { path: field.path, expected: "a field that is also declared outside of allOf, anyOf, oneOf and not" };
  }
}

function* unknownKeywords(schema: Json, path: string): Iterable<Fault> {
  for (const key of never.filter((keyword) => schema[keyword] !== undefined)) {
    yield { path: `${path}.${key}`, expected: `no ${key}: the API server rejects it`, actual: schema[key] };
  }
}

function limitsOf(schema: Json, path: string): Below[] {
  const lists = ["allOf", "anyOf", "oneOf"].flatMap((key) =>
    listAt(schema, key).map((item, index) => ({
      path: `${path}.${key}[${String(index)}]`,
      keys: [key, index],
      schema: fieldsAt(item),
    })),
  );
  const not = isJsonObject(schema.not) ? [{ path: `${path}.not`, keys: ["not"], schema: schema.not }] : [];
  return [...lists.filter(({ keys: [key] }) => key !== "anyOf" || !isIntOrString(schema)), ...not];
}

/** Whether a schema has the form in which the API server writes `x-kubernetes-int-or-string`. */
function isIntOrString({ anyOf }: Json): boolean {
  return jsonEqual(anyOf, [{ type: "integer" }, { type: "string" }]);
}

function schemasBelow(schema: Json, path: string): (Below & { readonly keys: readonly string[] })[] {
  const properties = Object.entries(fieldsAt(schema, "properties")).map(([name, property]) => ({
    path: `${path}.properties.${name}`,
    keys: ["properties", name],
    schema: isJsonObject(property) ? property : {},
  }));
  const children = ["items", "additionalProperties"].flatMap((key) => {
    const child = schema[key];
    return isJsonObject(child) ? [{ path: `${path}.${key}`, keys: [key], schema: child }] : [];
  });
  return [...properties, ...children];
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== false && value !== "" && !(Array.isArray(value) && value.length === 0);
}
