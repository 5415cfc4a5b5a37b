import { goPattern, stringFormats, fieldsOf, isJsonObject } from "@capstan/kube";
import { Ajv, type ValidateFunction, type SchemaValidateFunction } from "ajv";

/** `x-kubernetes-list-type` for ajv: items of a set are unique, and items of a map have unique keys. */
const noDuplicates: SchemaValidateFunction = (type: unknown, list: readonly unknown[], schema?: object) => {
  if (type !== "set" && type !== "map") return true;
  const keys = type === "map" ? (fieldsOf(schema)["x-kubernetes-list-map-keys"] as readonly string[]) : [];
  const seen = new Set<string>();
  noDuplicates.errors = list.flatMap((item, duplicate) => {
    const text = canonical(type === "map" ? keysOf(item, keys) : item);
    if (seen.has(text)) return [{ keyword: "x-kubernetes-list-type", params: { duplicate, keys } }];
    seen.add(text);
    return [];
  });
  return noDuplicates.errors.length === 0;
};

/** A missing key differs from every present key. */
function keysOf(item: unknown, keys: readonly string[]): unknown {
  const fields = fieldsOf(item);
  return keys.map((key) => (fields[key] === undefined ? [] : [fields[key]]));
}

/** The same string for equal values. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (!isJsonObject(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

const maxFloat = 3.4028234663852886e38;

const numberFormats = {
  int32: (value: number) => value >= -(2 ** 31) && value < 2 ** 31,
  int64: (value: number) => value >= -(2 ** 63) && value < 2 ** 63,
  float: (value: number) => Math.abs(value) <= maxFloat,
};

let shared: Ajv | undefined;

/** Compiles a schema to a validation function that reports all errors with their values. */
export function compile(schema: object): ValidateFunction {
  shared ??= newAjv();
  const validate = shared.compile(schema);
  // The caller caches the compiled function; ajv would keep it forever.
  shared.removeSchema(schema);
  return validate;
}

/** ajv treats patterns with the same string as the same pattern. A pattern that Go cannot compile accepts everything. */
function namedPattern(pattern: string): { test(text: string): boolean; toString(): string } {
  const compiled = goPattern(pattern);
  return { test: (text) => compiled?.test(text) ?? true, toString: () => pattern };
}

/** Creates a compiler for JSON Schemas with the formats of Kubernetes. */
export function newAjv(): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    messages: false,
    // Fields may have the names of inherited properties: constructor, toString.
    ownProperties: true,
    // The schemas are derived from checked structural schemas, and ajv's own checks would cost more than compiling.
    strict: false,
    validateSchema: false,
    meta: false,
    logger: false,
    // 0.3 is a multiple of 0.1, which binary floating point would deny.
    multipleOfPrecision: 9,
    // Optimizing takes longer than running the code of a single place unoptimized.
    code: { optimize: false, regExp: Object.assign(namedPattern, { code: "namedPattern" }) },
  });
  for (const [name, validate] of stringFormats) ajv.addFormat(name, { type: "string", validate });
  for (const [name, validate] of Object.entries(numberFormats)) ajv.addFormat(name, { type: "number", validate });
  ajv.addKeyword({ keyword: "x-kubernetes-list-type", type: "array", validate: noDuplicates, errors: true });
  return ajv;
}
