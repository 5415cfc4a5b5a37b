import { type JsonObject } from "@capstan/kube";
import { type StructuralSchema, type ValueValidation } from "../kubernetes/structural-schema.ts";
import { schemaValidator } from "../validation/schema-validator.ts";
import { patternSample } from "./pattern-sample.ts";

/** Names of nothing: the domain `invalid` is reserved for this (RFC 2606). */
const names = ["unrepresentable.invalid", "unrepresentable"];

const formats: Readonly<Record<string, string>> = {
  "date-time": "1970-01-01T00:00:00Z",
  datetime: "1970-01-01T00:00:00Z",
  date: "1970-01-01",
  duration: "0s",
  byte: "AA==",
  ipv4: "0.0.0.0",
  ipv6: "::",
  cidr: "0.0.0.0/32",
  mac: "00:00:00:00:00:00",
  uuid: "00000000-0000-0000-0000-000000000000",
  uuid3: "00000000-0000-3000-8000-000000000000",
  uuid4: "00000000-0000-4000-8000-000000000000",
  uuid5: "00000000-0000-5000-8000-000000000000",
  uri: "https://unrepresentable.invalid",
  email: "none@unrepresentable.invalid",
  hexcolor: "#000000",
};

const drafts: Readonly<Record<NonNullable<StructuralSchema["type"]>, (schema: StructuralSchema) => unknown>> = {
  object,
  array: ({ minItems = 0, items = {} }) => Array.from({ length: minItems }, () => draft(items)),
  boolean: () => false,
  integer: (schema) => number(schema, 1),
  number: (schema) => number(schema, 0.5),
  string,
};

/**
 * A valid value for a required field that has no value to show: the default if there is one, otherwise the smallest value, with names that
 * refer to nothing.
 *
 * @returns `undefined` if no value is found.
 */
export function standIn(schema: StructuralSchema): unknown {
  const value = draft(schema);
  return value !== undefined && isAdmitted(value, schema) ? value : undefined;
}

function isAdmitted(value: unknown, schema: StructuralSchema): boolean {
  return schemaValidator(schema).accepts(value);
}

function draft(schema: StructuralSchema): unknown {
  if (schema.default !== undefined && isAdmitted(schema.default, schema)) return schema.default;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema["x-kubernetes-int-or-string"] === true) return number(schema, 1);
  // An empty schema accepts every value.
  return schema.type === undefined ? {} : drafts[schema.type](schema);
}

function object({ properties = {}, ...schema }: StructuralSchema): JsonObject | undefined {
  const fields = new Map<string, unknown>();
  const add = (name: string): void => void fields.set(name, draft(properties[name] ?? {}));
  for (const name of demandedBy(schema)) add(name);
  for (const name of Object.keys(properties)) if (fields.size < (schema.minProperties ?? 0)) add(name);
  return [...fields.values()].includes(undefined) ? undefined : Object.fromEntries(fields);
}

/** The required fields; those of the first branch if there are alternatives. */
function demandedBy({ required = [], allOf = [], anyOf = [], oneOf = [] }: ValueValidation): readonly string[] {
  return [...required, ...[...allOf, ...anyOf.slice(0, 1), ...oneOf.slice(0, 1)].flatMap(demandedBy)];
}

/** The valid number nearest to 0. */
function number(schema: StructuralSchema, step: number): number {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum, exclusiveMaximum, multipleOf = step } = schema;
  const least = exclusiveMinimum === true ? minimum + step : minimum;
  const most = exclusiveMaximum === true ? maximum - step : maximum;
  const nearest = Math.min(Math.max(0, least), most);
  return Math.ceil(nearest / multipleOf) * multipleOf;
}

function string(schema: StructuralSchema): string | undefined {
  const { minLength = 0, maxLength = Infinity, pattern, format = "" } = schema;
  const validator = schemaValidator(schema);
  const fits = (text: string): boolean => validator.accepts(text);
  const whole = [formats[format], ...names, ""].flatMap((text) => text ?? []);
  const cut = names.map((text) => text.padEnd(minLength, "x").slice(0, maxLength));
  return [...whole, ...cut].find(fits) ?? (pattern === undefined ? undefined : patternSample(pattern, fits));
}

/** Whether every required field of a schema has a stand-in. */
export function hasStandIn(schema: StructuralSchema): boolean {
  return standIn(schema) !== undefined;
}
