import { goPattern, stringFormats } from "@capstan/kube";
import { Ajv, type SchemaValidateFunction, type ValidateFunction } from "ajv";

const maxFloat = 3.4028234663852886e38;

const numberFormats = {
  int32: (value: number) => value >= -(2 ** 31) && value < 2 ** 31,
  int64: (value: number) => value >= -(2 ** 63) && value < 2 ** 63,
  float: (value: number) => Math.abs(value) <= maxFloat,
};

let shared: Ajv | undefined;

/** The function that validates by a schema, compiled. It reports all errors, with the values that they are about. */
export function compile(schema: object): ValidateFunction {
  shared ??= newAjv();
  const validate = shared.compile(schema);
  // Whoever asked keeps what was compiled; here it would stay for ever.
  shared.removeSchema(schema);
  return validate;
}

function newAjv(): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    // The schemas are made of structural ones, which have been checked: ajv's own checks would cost more than compiling.
    strict: false,
    validateSchema: false,
    meta: false,
    logger: false,
    // 0.3 is a multiple of 0.1, whatever binary numbers make of it.
    multipleOfPrecision: 9,
    code: { regExp: Object.assign((pattern: string) => goPattern(pattern) ?? /(?:)/, { code: "goPattern" }) },
  });
  for (const [name, validate] of stringFormats) ajv.addFormat(name, { type: "string", validate });
  for (const [name, validate] of Object.entries(numberFormats)) ajv.addFormat(name, { type: "number", validate });
  return ajv.addKeyword({ keyword: "x-kubernetes-list-type", type: "array", validate: noDuplicates, errors: true });
}

/** No two items of a set are equal, no two of a map have the same keys. */
const noDuplicates: SchemaValidateFunction = (
  type: string,
  list: readonly unknown[],
  parent?: { readonly "x-kubernetes-list-map-keys"?: readonly string[] },
) => {
  if (type !== "set" && type !== "map") return true;
  const keys = parent?.["x-kubernetes-list-map-keys"] ?? [];
  const seen = new Set<string>();
  noDuplicates.errors = list.flatMap((item, duplicate) => {
    const text = canonical(type === "map" ? keysOf(item, keys) : item);
    if (seen.has(text)) return [{ keyword: "x-kubernetes-list-type", params: { duplicate, keys } }];
    seen.add(text);
    return [];
  });
  return noDuplicates.errors.length === 0;
};

function keysOf(item: unknown, keys: readonly string[]): unknown {
  const fields = typeof item === "object" && item !== null ? (item as Readonly<Record<string, unknown>>) : {};
  return keys.map((key) => (fields[key] === undefined ? [] : [fields[key]]));
}

/** A text that is the same for values that are equal. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
