import { goPattern } from "@capstan/kube";
import { type FieldError, invalidAt } from "../status/field-error.ts";
import { invalidValue } from "./invalid-value.ts";
import { type Schema } from "./schema.ts";

/** Reports only the first rule that a string violates. */
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
  if (pattern !== undefined && goPattern(pattern)?.test(value) === false) {
    return [invalidValue(path, value, `should match '${pattern}'`)];
  }
  return [];
}

/** Whether Go reads the number as an integer. */
export function isInt64(value: number | bigint): boolean {
  if (typeof value === "bigint") return BigInt.asIntN(64, value) === value;
  return Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63;
}

export function checkNumber(value: number | bigint, schema: Schema, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const { minimum, maximum, multipleOf } = schema;
  if (multipleOf !== undefined && !isMultiple(value, multipleOf)) {
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
  return [...errors, ...checkRange(value, schema, path)];
}

/** For integers, Go uses only the integer part of the factor, and no number is a multiple of zero. */
function isMultiple(value: number | bigint, factor: number): boolean {
  if (typeof value === "bigint") return Math.trunc(factor) !== 0 && value % BigInt(Math.trunc(factor)) === 0n;
  if (isInt64(value)) return value % Math.trunc(factor) === 0;
  const quotient = factor < 1 ? (1 / factor) * value : value / factor;
  return Number.isSafeInteger(quotient);
}

const maxFloat = 3.4028234663852886e38;

/** Validates that the number fits the type and its format. Ignores formats of other types. */
function checkRange(value: number | bigint, { type, format }: Schema, path: string): FieldError[] {
  const isSized = type === "integer" ? format === "int32" || format === "int64" : format === "float";
  const isTooLarge = format === "int32" ? value >= 2 ** 31 || value < -(2 ** 31) : Math.abs(Number(value)) > maxFloat;
  const isWrong =
    type === "integer" ? !isInt64(value) || (isSized && isTooLarge) : type === "number" && isSized && isTooLarge;
  if (!isWrong) return [];
  const wanted = `${type ?? ""} ${isSized ? `with format ${format ?? ""}` : "(default format)"}`;
  return [invalidAt("<nil>", "", `Checked value must be of type ${wanted} in ${path}`)];
}
