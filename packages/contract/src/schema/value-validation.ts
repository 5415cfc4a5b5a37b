import { isJsonObject } from "@capstan/kube";
import { type ValueValidation } from "../kubernetes/structural-schema.ts";
import { SchemaNotStructural } from "./schema-not-structural.ts";

const restrictions = new Set([
  "required",
  "enum",
  "pattern",
  "format",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
  "type",
]);

/**
 * A branch of `anyOf`, `oneOf`, `allOf` or `not`, in which a CRD may restrict values but not define them.
 *
 * @throws SchemaNotStructural the branch does more.
 */
export function valueValidation(branch: unknown, path: string): ValueValidation {
  if (!isJsonObject(branch)) throw new SchemaNotStructural(path, "a branch is not a schema");
  return Object.fromEntries(Object.entries(branch).map(([key, value]) => [key, restriction(key, value, path)]));
}

function restriction(key: string, value: unknown, path: string): unknown {
  if (restrictions.has(key)) return value;
  if (key === "properties" && isJsonObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, property]) => [name, valueValidation(property, `${path}.${name}`)]),
    );
  }
  if (key === "items" || key === "not") return valueValidation(value, path);
  if ((key === "anyOf" || key === "oneOf" || key === "allOf") && Array.isArray(value)) {
    return value.map((branch) => valueValidation(branch, path));
  }
  throw new SchemaNotStructural(path, `${key} is not allowed in a branch of anyOf, oneOf, allOf or not`);
}
