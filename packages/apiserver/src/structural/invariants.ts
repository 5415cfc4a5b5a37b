import { without, ownField } from "@capstan/kube";
import { additionalSchema, type Schema } from "../schema/schema.ts";
import { type FieldError, forbiddenAt, invalidAt, required } from "../status/field-error.ts";
import { isEmbedded } from "../rules/rule-types.ts";
import { isIntOrString, nestedCombinations, nestedProblems } from "./nested.ts";

/** The position of a schema; it determines the message for a missing type. */
export type Level = "root" | "item" | "field";

const emptyType: Readonly<Record<Level, string>> = {
  root: "must not be empty at the root",
  item: "must not be empty for specified array items",
  field: "must not be empty for specified object fields",
};

/** Reports why a schema is not structural, except for the parts of its logical combinations. */
export function invariantProblems(schema: Schema, level: Level, path: string): FieldError[] {
  const { items, properties = {} } = schema;
  const additional = additionalSchema(schema);
  const below: FieldError[] = [];
  if (schema.type === "array" && items === undefined) below.push(required(`${path}.items`, "must be specified"));
  if (items !== undefined) below.push(...invariantProblems(items, "item", `${path}.items`));
  for (const [key, property] of Object.entries(properties)) {
    below.push(...invariantProblems(property, "field", `${path}.properties[${key}]`));
  }
  if (level === "root" && schema.additionalProperties !== undefined) {
    below.push(forbiddenAt(`${path}.additionalProperties`, "must not be used at the root"));
  }
  if (additional !== undefined) below.push(...invariantProblems(additional, "field", `${path}.additionalProperties`));
  return [
    ...below,
    ...extensionProblems(schema, path),
    ...combinationProblems(schema, path),
    ...typeProblems(schema, level, path),
    ...resourceProblems(schema, level, path),
  ];
}

function extensionProblems(schema: Schema, path: string): FieldError[] {
  if (schema["x-kubernetes-int-or-string"] !== true) return [];
  return (["x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource"] as const)
    .filter((key) => schema[key] === true)
    .map((key) => invalidAt(`${path}.${key}`, true, "must be false if x-kubernetes-int-or-string is true"));
}

function combinationProblems(schema: Schema, path: string): FieldError[] {
  const { allOf = [], ...others } = schema;
  const own = nestedCombinations(others, path);
  const parts = allOf.map((part, index) =>
    nestedProblems(part, `${path}.allOf[${index}]`, index === 0 && isIntOrString(part)),
  );
  return [...own, ...parts.flat()];
}

function typeProblems(schema: Schema, level: Level, path: string): FieldError[] {
  const { type = "" } = schema;
  const problems: FieldError[] = [];
  const open = schema["x-kubernetes-int-or-string"] === true || schema["x-kubernetes-preserve-unknown-fields"] === true;
  if (isEmbedded(schema) && type !== "object") {
    const detail = "must be object if x-kubernetes-embedded-resource is true";
    problems.push(type === "" ? required(`${path}.type`, detail) : invalidAt(`${path}.type`, type, detail));
  } else if (type === "" && !open) problems.push(required(`${path}.type`, emptyType[level]));
  if (level === "root" && type !== "" && type !== "object") {
    problems.push(invalidAt(`${path}.type`, type, "must be object at the root"));
  }
  return problems;
}

/** Validates kind, apiVersion and metadata, and resources within resources. */
function resourceProblems(schema: Schema, level: Level, path: string): FieldError[] {
  const { properties = {} } = schema;
  const problems: FieldError[] = [];
  const embedded = isEmbedded(schema);
  if (embedded && schema.additionalProperties !== undefined) {
    const detail = "must not be used if x-kubernetes-embedded-resource is set";
    problems.push(forbiddenAt(`${path}.additionalProperties`, detail));
  }
  if (embedded && schema["x-kubernetes-preserve-unknown-fields"] !== true && Object.keys(properties).length === 0) {
    const detail =
      "must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields";
    problems.push(required(`${path}.properties`, detail));
  }
  if (level !== "root" && !embedded) return problems;
  for (const key of ["kind", "apiVersion"]) {
    const property = ownField(properties, key);
    if (property === undefined || property.type === "string") continue;
    problems.push(invalidAt(`${path}.properties[${key}].type`, property.type ?? "", "must be string"));
  }
  const metadata = Object.hasOwn(properties, "metadata") ? properties.metadata : undefined;
  if (metadata !== undefined) problems.push(...metadataProblems(metadata, level, `${path}.properties[metadata]`));
  return problems;
}

function metadataProblems(schema: Schema, level: Level, path: string): FieldError[] {
  const problems = schema.type === "object" ? [] : [invalidAt(`${path}.type`, schema.type ?? "", "must be object")];
  if (level !== "root") return problems;
  const { properties = {} } = schema;
  const rest = without(schema, "type", "default", "properties");
  const named = Object.keys(properties).every((key) => key === "name" || key === "generateName");
  if (named && Object.keys(rest).length === 0) return problems;
  const detail = "must not specify anything other than name and generateName, but metadata is implicitly specified";
  return [...problems, forbiddenAt(path, detail)];
}
