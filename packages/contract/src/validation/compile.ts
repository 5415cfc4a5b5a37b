import { goPattern, stringFormats } from "@capstan/kube";
import { Ajv, type ValidateFunction } from "ajv";
import { noDuplicates } from "./no-duplicates.ts";

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
  // The caller keeps what was compiled; here it would be kept forever.
  shared.removeSchema(schema);
  return validate;
}

/** ajv takes two patterns for the same one if they have the same text. A pattern that Go cannot read holds nothing back. */
function namedPattern(pattern: string): { test(text: string): boolean; toString(): string } {
  const compiled = goPattern(pattern);
  return { test: (text) => compiled?.test(text) ?? true, toString: () => pattern };
}

/** Compiles JSON Schemas with the formats of Kubernetes. */
export function newAjv(): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    messages: false,
    // Fields may be named as what every JavaScript object inherits: constructor, toString.
    ownProperties: true,
    // The schemas are made of structural ones, which have been checked: ajv's own checks would cost more than compiling.
    strict: false,
    validateSchema: false,
    meta: false,
    logger: false,
    // 0.3 is a multiple of 0.1, even if binary floating point says otherwise.
    multipleOfPrecision: 9,
    code: { regExp: Object.assign(namedPattern, { code: "namedPattern" }) },
  });
  for (const [name, validate] of stringFormats) ajv.addFormat(name, { type: "string", validate });
  for (const [name, validate] of Object.entries(numberFormats)) ajv.addFormat(name, { type: "number", validate });
  ajv.addKeyword({ keyword: "x-kubernetes-list-type", type: "array", validate: noDuplicates, errors: true });
  return ajv;
}
