import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { type TSchema } from "typebox";
import { structuralSchema } from "../crd/structural-schema.ts";
import { isJsonObject } from "../fields/field-reader.ts";
import { apiVersionOf, type ResourceKind } from "../kubernetes/resource-kind.ts";
import { schemaViolation, type Violation } from "../violations/violation.ts";
import { expectationOf } from "./expectation.ts";

/** What to hold an object to. */
export interface ObjectSchemas {
  spec?: TSchema;
  /** Whether `spec` has to be there; by default if it has required fields. */
  specRequired?: boolean;
  status?: TSchema;
}

/** Lists everything that is wrong with an object; empty if nothing is. */
export type ObjectValidator = (object: unknown) => Violation[];

const rfc3339 = /^\d{4}-(0\d|1[0-2])-([0-2]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

const ajv = new Ajv({
  allErrors: true,
  strict: false,
  verbose: true,
  formats: {
    int32: { type: "number", validate: (value: number) => value >= -(2 ** 31) && value < 2 ** 31 },
    int64: true,
    "date-time": rfc3339,
  },
});

/**
 * A validator for objects of a kind, from the schemas that its CRD is made from: what it lists, the API server
 * refuses, unknown fields (with `fieldValidation=Strict`) included. Rules in CEL are left to the server.
 */
export function objectValidator(kind: ResourceKind, schemas: ObjectSchemas): ObjectValidator {
  let validate: ValidateFunction | undefined;
  const name = `${kind.kind} in ${apiVersionOf(kind)}`;
  return (object) => {
    // Compiled on first use: a program defines many kinds and validates few of them.
    validate ??= ajv.compile(rootSchema(kind, schemas));
    if (validate(object)) return [];
    return (validate.errors ?? []).filter(isOwnError).map((error) => toViolation(error, name));
  };
}

function rootSchema(kind: ResourceKind, schemas: ObjectSchemas): object {
  const spec = schemas.spec && structuralSchema(schemas.spec, "spec");
  const status = schemas.status && structuralSchema(schemas.status, "status");
  const specRequired = schemas.specRequired ?? (spec?.required ?? []).length > 0;
  return {
    type: "object",
    required: ["apiVersion", "kind", "metadata", ...(spec !== undefined && specRequired ? ["spec"] : [])],
    properties: {
      apiVersion: { enum: [apiVersionOf(kind)] },
      kind: { enum: [kind.kind] },
      metadata: { type: "object" },
      ...(spec === undefined ? {} : { spec: closed(spec) }),
      ...(status === undefined ? {} : { status: closed(status) }),
    },
    additionalProperties: false,
  };
}

/** The schema with unknown fields refused wherever the API server would prune them. */
function closed(schema: object): object {
  const json = schema as Readonly<Record<string, unknown>>;
  const open = json["x-kubernetes-preserve-unknown-fields"] === true || json.additionalProperties !== undefined;
  const properties = isJsonObject(json.properties)
    ? Object.fromEntries(Object.entries(json.properties).map(([name, property]) => [name, closed(property as object)]))
    : undefined;
  return {
    ...json,
    ...exclusiveBounds(json),
    ...(properties === undefined ? {} : { properties }),
    ...(isJsonObject(json.items) ? { items: closed(json.items) } : {}),
    ...(isJsonObject(json.additionalProperties) ? { additionalProperties: closed(json.additionalProperties) } : {}),
    ...(json.type === "object" && !open ? { additionalProperties: false } : {}),
  };
}

function exclusiveBounds(json: Readonly<Record<string, unknown>>): object {
  return {
    ...(json.exclusiveMinimum === true ? { exclusiveMinimum: json.minimum } : {}),
    ...(json.exclusiveMaximum === true ? { exclusiveMaximum: json.maximum } : {}),
  };
}

/** Branches of anyOf report each on their own; the error of the anyOf itself says it all. */
function isOwnError(error: ErrorObject): boolean {
  return !/\/(anyOf|oneOf)\/\d+\//.test(error.schemaPath);
}

function toViolation(error: ErrorObject, kind: string): Violation {
  const parent = jsonPath(error.instancePath);
  const { missingProperty, additionalProperty } = error.params as Readonly<Record<string, unknown>>;
  if (typeof missingProperty === "string") {
    return schemaViolation(kind, { path: join(parent, missingProperty), expected: "a value", actual: undefined });
  }
  if (typeof additionalProperty === "string") {
    const actual: unknown = isJsonObject(error.data) ? error.data[additionalProperty] : undefined;
    return schemaViolation(kind, { path: join(parent, additionalProperty), expected: "no such field", actual });
  }
  return schemaViolation(kind, { path: parent, expected: expectationOf(error), actual: error.data });
}

function jsonPath(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((path, segment) => (/^\d+$/.test(segment) ? `${path}[${segment}]` : join(path, segment)), "");
}

function join(path: string, name: string): string {
  const plain = /^[A-Za-z_][A-Za-z0-9_-]*$/.test(name);
  if (!plain) return `${path}['${name}']`;
  return path === "" ? name : `${path}.${name}`;
}
