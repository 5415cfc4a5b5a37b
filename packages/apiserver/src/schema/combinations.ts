import { type FieldError } from "../status/field-error.ts";
import { type Schema } from "./schema.ts";
import { validate } from "./validate.ts";

/** allOf, anyOf, oneOf and not. */
export function checkCombinations(value: unknown, schema: Schema, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const say = (rule: string): FieldError => ({
    type: "Invalid value",
    field: "<nil>",
    value: "",
    detail: `"${path}" ${rule}`,
  });
  const { anyOf, oneOf, allOf, not } = schema;
  if (anyOf !== undefined && anyOf.length > 0) {
    const results = anyOf.map((option) => validate(value, option, path));
    if (results.every((result) => result.length > 0)) {
      errors.push(say("must validate at least one schema (anyOf)"), ...fewest(results));
    }
  }
  if (oneOf !== undefined && oneOf.length > 0) {
    const results = oneOf.map((option) => validate(value, option, path));
    const valid = results.filter((result) => result.length === 0).length;
    if (valid === 0) {
      errors.push(say("must validate one and only one schema (oneOf). Found none valid"), ...fewest(results));
    }
    if (valid > 1) {
      errors.push(say(`must validate one and only one schema (oneOf). Found ${valid} valid alternatives`));
    }
  }
  if (allOf !== undefined && allOf.length > 0) {
    const results = allOf.map((part) => validate(value, part, path));
    const broken = results.filter((result) => result.length > 0).length;
    errors.push(...results.flat());
    if (broken > 0) {
      errors.push(say(`must validate all the schemas (allOf)${broken === allOf.length ? ". None validated" : ""}`));
    }
  }
  if (not !== undefined && validate(value, not, path).length === 0)
    errors.push(say("must not validate the schema (not)"));
  return errors;
}

function fewest(results: readonly FieldError[][]): FieldError[] {
  return results.reduce((best, result) => (result.length < best.length ? result : best));
}
