import { isJsonObject, stringFormats } from "@capstan/kube";
import { memberSchema, type Schema } from "./schema.ts";

/** The violations of a schema, by path. */
export type Validator = (value: unknown, schema: Schema) => readonly unknown[];

/**
 * How many checks of a schema passed, as kube-apiserver counts: if all alternatives refuse a value, the errors of the alternative with the
 * highest count are reported; of equal ones, those of the first.
 *
 * @param checkType - checks the type alone.
 * @see k8s.io/kube-openapi/pkg/validation/validate, Result.MatchCount
 */
export function matchCount(value: unknown, schema: Schema, checkType: Validator, validate: Validator): number {
  const below = (part: unknown, of: Schema): number => matchCount(part, of, checkType, validate);
  const hasType = (schema.type ?? "") !== "" || (schema.format ?? "") !== "" || isIntOrString(schema);
  const ofType = checkType(value, schema).length === 0 ? 1 : 0;
  if (value === null) return ofType;
  // The schema itself, its combinations, and its enum.
  const always = 4;
  return (
    always + (hasType ? 1 + ofType : 0) + ofKind(value, schema, below) + ofCombinations(value, schema, below, validate)
  );
}

function isIntOrString(schema: Schema): boolean {
  return schema["x-kubernetes-int-or-string"] === true;
}

type Count = (part: unknown, of: Schema) => number;

function ofKind(value: unknown, schema: Schema, below: Count): number {
  if (typeof value === "string") return stringFormats.has(schema.format ?? "") ? 2 : 1;
  if (typeof value === "number" || typeof value === "bigint") return 2;
  if (Array.isArray(value)) {
    const { items } = schema;
    return 2 + (items === undefined ? 0 : sum(value.map((item) => below(item, items))));
  }
  if (!isJsonObject(value)) return 0;
  const members = Object.entries(value).map(([key, member]) => {
    const known = memberSchema(schema, key);
    return known === undefined ? 0 : below(member, known);
  });
  return 1 + sum(members);
}

function ofCombinations(value: unknown, { anyOf, oneOf, allOf }: Schema, below: Count, validate: Validator): number {
  const isValid = (option: Schema): boolean => validate(value, option).length === 0;
  const best = (options: readonly Schema[]): number => Math.max(0, ...options.map((option) => below(value, option)));
  let count = allOf === undefined ? 0 : sum(allOf.map((part) => below(value, part)));
  if (anyOf !== undefined && anyOf.length > 0) {
    const first = anyOf.find(isValid);
    count += first === undefined ? best(anyOf) : below(value, first);
  }
  if (oneOf !== undefined && oneOf.length > 0) {
    const [first, ...others] = oneOf.filter(isValid);
    if (first === undefined) count += best(oneOf);
    else if (others.length === 0) count += below(value, first);
  }
  return count;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
