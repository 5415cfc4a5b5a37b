import { isJsonObject, jsonEqual, type JsonObject, stringFormats, stringifyJson } from "@capstan/kube";
import { type FieldError, required } from "../status/field-error.ts";
import { type Correlation } from "./correlation.ts";
import { fieldOf, invalidValue } from "./invalid-value.ts";
import { checkNumber, checkString, isInt64 } from "./scalars.ts";
import { matchCount } from "./match-count.ts";
import { additionalSchema, type Schema } from "./schema.ts";

/**
 * The violations of `schema`, worded as in the API server.
 *
 * @param correlation - the value with the one that it replaces: unchanged violations may stay.
 */
export function validate(value: unknown, schema: Schema, path = "", correlation?: Correlation): FieldError[] {
  const errors = validateAll(value, schema, path, correlation);
  return errors.length > 0 && correlation?.isUnchanged === true ? [] : errors;
}

/** The violations of a changed value. */
function validateAll(value: unknown, schema: Schema, path: string, correlation: Correlation | undefined): FieldError[] {
  const errors = checkType(value, schema, path);
  if (value === null) return [...errors, ...checkEnum(value, schema, path)];
  errors.push(...checkCombinations(value, schema, path, correlation));
  if (typeof value === "string") errors.push(...checkString(value, schema, path), ...checkFormat(value, schema, path));
  if (typeof value === "number" || typeof value === "bigint") errors.push(...checkNumber(value, schema, path));
  if (Array.isArray(value)) errors.push(...checkList(value, schema, path, correlation));
  errors.push(...checkEnum(value, schema, path));
  if (isJsonObject(value)) errors.push(...checkObject(value, schema, path, correlation));
  return isCombined(schema) ? withoutRepetition(errors) : errors;
}

function isCombined({ anyOf, oneOf, allOf }: Schema): boolean {
  return anyOf !== undefined || oneOf !== undefined || allOf !== undefined;
}

/** Removes duplicates, because parts of a combination may find the same. */
function withoutRepetition(errors: readonly FieldError[]): FieldError[] {
  const said = new Map<string, FieldError>();
  for (const error of errors) {
    const text = `${error.type} ${error.field}: ${error.detail ?? ""}`;
    if (!said.has(text)) said.set(text, error);
  }
  return [...said.values()];
}

function checkType(value: unknown, schema: Schema, path: string): FieldError[] {
  const found = typeOf(value);
  if (schema["x-kubernetes-int-or-string"] === true) {
    if (found === "integer" || found === "string" || (value === null && schema.nullable === true)) return [];
    return [typeError(path, "integer,string", found)];
  }
  const { type = "", format = "" } = schema;
  if (type === "" && format === "") return [];
  if (value === null) return type === "" || schema.nullable === true ? [] : [typeError(path, type, "null")];
  const fits = found === type || (found === "integer" && type === "number");
  const isText = found === "string" || found === "array";
  // Formats apply to numbers or to strings, and the server checks only one of the two.
  if (format !== "" && !isText && !fits && formatOf(found) !== format)
    return [typeError(path, format, formatOf(found))];
  if (format !== "" && isText && type !== "number" && type !== "integer") return [];
  return fits ? [] : [typeError(path, type, found)];
}

/** The format of a value by its Go type. */
function formatOf(found: string): string {
  if (found === "integer") return "int64";
  return found === "number" ? "float64" : "";
}

function typeError(path: string, expected: string, found: string): FieldError {
  const detail = `${path} in body must be of type ${expected}: ${JSON.stringify(found)}`;
  return { type: "Type invalid", field: fieldOf(path), value: found, detail };
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "bigint") return "integer";
  if (typeof value === "number") return isInt64(value) ? "integer" : "number";
  return typeof value;
}

function checkEnum(value: unknown, schema: Schema, path: string): FieldError[] {
  const allowed = schema.enum;
  if (allowed === undefined || allowed.length === 0) return [];
  if (allowed.some((candidate) => jsonEqual(candidate, value))) return [];
  const values = allowed.map((candidate) =>
    JSON.stringify(typeof candidate === "string" ? candidate : stringifyJson(candidate)),
  );
  return [{ type: "Unsupported value", field: fieldOf(path), value, detail: `supported values: ${values.join(", ")}` }];
}

function checkList(list: readonly unknown[], schema: Schema, path: string, correlation?: Correlation): FieldError[] {
  const errors: FieldError[] = [];
  const { items, minItems, maxItems } = schema;
  if (items !== undefined) {
    const check = (item: unknown, index: number) =>
      validate(item, items, `${path}[${index}]`, correlation?.item(index));
    errors.push(...list.flatMap(check));
  }
  if (minItems !== undefined && list.length < minItems) {
    errors.push(invalidValue(path, list.length, `should have at least ${minItems} items`));
  }
  if (maxItems !== undefined && list.length > maxItems) errors.push(tooMany(path, list.length, maxItems));
  return errors;
}

function tooMany(path: string, actual: number, max: number): FieldError {
  const detail = `must have at most ${max} ${max === 1 ? "item" : "items"}`;
  return { type: "Too many", field: fieldOf(path), value: actual, detail };
}

function checkObject(object: JsonObject, schema: Schema, path: string, correlation?: Correlation): FieldError[] {
  const errors: FieldError[] = [];
  const count = Object.keys(object).length;
  if (schema.minProperties !== undefined && count < schema.minProperties) {
    errors.push(invalidValue(path, count, `should have at least ${schema.minProperties} properties`));
  }
  if (schema.maxProperties !== undefined && count > schema.maxProperties) {
    errors.push(tooMany(path, count, schema.maxProperties));
  }
  const below = (key: string): string => (path === "" ? key : `${path}.${key}`);
  const additional = additionalSchema(schema);
  for (const [key, value] of Object.entries(object)) {
    const { properties = {} } = schema;
    const known = Object.hasOwn(properties, key);
    const member = known ? properties[key] : additional;
    if (member !== undefined) errors.push(...validate(value, member, below(key), correlation?.member(key)));
    else if (!known && schema.additionalProperties === false) {
      errors.push({
        type: "Invalid value",
        field: fieldOf(path),
        value: "",
        detail: `${path}.${key} in body is a forbidden property`,
      });
    }
  }
  for (const key of schema.required ?? []) {
    if (!Object.hasOwn(object, key)) errors.push(required(below(key)));
  }
  return errors;
}

/** Validates allOf, anyOf, oneOf and not. */
function checkCombinations(
  value: unknown,
  schema: Schema,
  path: string,
  correlation: Correlation | undefined,
): FieldError[] {
  const check = (option: Schema): FieldError[] => validateAll(value, option, path, correlation);
  const errors: FieldError[] = [];
  const say = (rule: string): FieldError => ({
    type: "Invalid value",
    field: "<nil>",
    value: "",
    detail: `"${path}" ${rule}`,
  });
  const { anyOf, oneOf, allOf, not } = schema;
  if (anyOf !== undefined && anyOf.length > 0) {
    const results = anyOf.map(check);
    if (results.every((result) => result.length > 0)) {
      errors.push(say("must validate at least one schema (anyOf)"), ...nearest(value, anyOf, results));
    }
  }
  if (oneOf !== undefined && oneOf.length > 0) {
    const results = oneOf.map(check);
    const valid = results.filter((result) => result.length === 0).length;
    if (valid === 0) {
      errors.push(
        say("must validate one and only one schema (oneOf). Found none valid"),
        ...nearest(value, oneOf, results),
      );
    }
    if (valid > 1) {
      errors.push(say(`must validate one and only one schema (oneOf). Found ${valid} valid alternatives`));
    }
  }
  if (allOf !== undefined && allOf.length > 0) {
    const results = allOf.map(check);
    const broken = results.filter((result) => result.length > 0).length;
    errors.push(...results.flat());
    if (broken > 0) {
      errors.push(say(`must validate all the schemas (allOf)${broken === allOf.length ? ". None validated" : ""}`));
    }
  }
  if (not !== undefined && check(not).length === 0) errors.push(say("must not validate the schema (not)"));
  return errors;
}

/** The errors of the best matching alternative. */
function nearest(value: unknown, options: readonly Schema[], results: readonly FieldError[][]): readonly FieldError[] {
  const counts = options.map((option) => matchCount(value, option, (part, of) => checkType(part, of, ""), validate));
  return results[counts.indexOf(Math.max(...counts))] ?? [];
}

/** Validates formats that the API server knows; others are ignored. */
function checkFormat(value: string, schema: Schema, path: string): FieldError[] {
  const { format = "" } = schema;
  const check = stringFormats.get(format);
  if (check === undefined || check(value)) return [];
  const detail = `${path} in body must be of type ${format}: ${JSON.stringify(value)}`;
  return [{ type: "Type invalid", field: path, value, detail }];
}
