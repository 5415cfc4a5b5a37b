import { type FieldError } from "../status/field-error.ts";
import { type Schema } from "./schema.ts";
import { invalidValue } from "./validate.ts";

const patterns = new Map<string, RegExp | undefined>();

/** Go's expressions are read as JavaScript's; one that JavaScript cannot read is not checked. */
function compile(pattern: string): RegExp | undefined {
  if (!patterns.has(pattern)) {
    try {
      patterns.set(pattern, new RegExp(pattern, "u"));
    } catch {
      patterns.set(pattern, compileLoosely(pattern));
    }
  }
  return patterns.get(pattern);
}

function compileLoosely(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern.replace(/^\(\?i\)/, ""), pattern.startsWith("(?i)") ? "i" : "");
  } catch {
    return undefined;
  }
}

/** Only the first rule that a string breaks is told. */
export function checkString(value: string, schema: Schema, path: string): FieldError[] {
  const { minLength, maxLength, pattern } = schema;
  const length = minLength === undefined && maxLength === undefined ? 0 : Array.from(value).length;
  if (maxLength !== undefined && length > maxLength) {
    const detail = `may not be more than ${maxLength} ${maxLength === 1 ? "byte" : "bytes"}`;
    return [{ type: "Too long", field: path, detail }];
  }
  if (minLength !== undefined && length < minLength) {
    return [invalidValue(path, value, `should be at least ${minLength} chars long`)];
  }
  if (pattern !== undefined && compile(pattern)?.test(value) === false) {
    return [invalidValue(path, value, `should match '${pattern}'`)];
  }
  return [];
}

export function checkNumber(value: number, schema: Schema, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const { minimum, maximum, multipleOf } = schema;
  if (multipleOf !== undefined && !Number.isInteger(value / multipleOf)) {
    errors.push(invalidValue(path, value, `should be a multiple of ${multipleOf}`));
  }
  if (maximum !== undefined) {
    if (schema.exclusiveMaximum === true ? value >= maximum : value > maximum) {
      const limit = schema.exclusiveMaximum === true ? "less than" : "less than or equal to";
      errors.push(invalidValue(path, value, `should be ${limit} ${maximum}`));
    }
  }
  if (minimum !== undefined) {
    if (schema.exclusiveMinimum === true ? value <= minimum : value < minimum) {
      const limit = schema.exclusiveMinimum === true ? "greater than" : "greater than or equal to";
      errors.push(invalidValue(path, value, `should be ${limit} ${minimum}`));
    }
  }
  if (schema.type === "integer" && !Number.isInteger(value)) {
    const detail = `Checked value must be of type integer (default format) in ${path}`;
    errors.push({ type: "Invalid value", field: "<nil>", value: "", detail });
  }
  const bits = schema.format === "int32" ? 31 : undefined;
  if (bits !== undefined && (value > 2 ** bits - 1 || value < -(2 ** bits))) {
    errors.push(invalidValue(path, value, `must be of type integer: "int32"`));
  }
  return errors;
}
