import {
  apiVersionOf,
  ContractViolation,
  readBootstrapConfig,
  readInfraCluster,
  readInfraMachine,
  schemaViolation,
  type Violation,
} from "@capstan/contract";
import { deepCopy } from "@capstan/runtime";
import type { TObject } from "typebox";
import { Value } from "typebox/value";
import { fieldsOf } from "../lifecycle/stored-object.ts";
import type { DefinedVersion } from "./build-definition.ts";
import type { ProviderRole } from "./contract-fields.ts";

const readers = {
  BootstrapConfig: readBootstrapConfig,
  InfraMachine: readInfraMachine,
  InfraCluster: readInfraCluster,
};

/** Everything in `object` that breaks the kind's schema or the contract, at the API version the object is in. */
export function validateObject(
  role: ProviderRole,
  definition: { readonly group: string; readonly kind: string; readonly versions: readonly DefinedVersion[] },
  object: unknown,
): Violation[] {
  const { apiVersion, kind, spec, status } = fieldsOf(object);
  const version = definition.versions.find(
    ({ name }) => apiVersionOf({ group: definition.group, version: name }) === apiVersion,
  );
  if (kind !== definition.kind || version === undefined) {
    const expected = `${definition.kind} of ${definition.group}, version ${definition.versions.map(({ name }) => name).join(" or ")}`;
    return [
      schemaViolation(definition.kind, { path: "kind", expected, actual: `${String(kind)} of ${String(apiVersion)}` }),
    ];
  }
  const { schemas, contracts } = version;
  return [
    ...schemaViolations("spec", schemas.spec, spec, definition.kind),
    ...schemaViolations("status", schemas.status, status, definition.kind),
    ...contractViolations(() => readers[role](object, contracts[0])),
  ];
}

function schemaViolations(root: string, schema: TObject, given: unknown, kind: string): Violation[] {
  // Where an empty one is refused, leaving it out is how to say nothing.
  if (given === undefined && "minProperties" in schema) return [];
  const value = given ?? {};
  // As the API server does: defaults are filled in before anything is validated.
  const defaulted: unknown = Value.Default(schema, deepCopy<unknown>(value));
  return Value.Errors(schema, defaulted).map(({ instancePath, message }) =>
    schemaViolation(kind, {
      path: `${root}${instancePath.replaceAll("/", ".")}`,
      expected: message,
      actual: valueAt(defaulted, instancePath),
    }),
  );
}

function valueAt(value: unknown, pointer: string): unknown {
  return pointer
    .split("/")
    .slice(1)
    .reduce<unknown>(
      (inner, key) => (Array.isArray(inner) ? (inner as unknown[])[Number(key)] : fieldsOf(inner)[key]),
      value,
    );
}

function contractViolations(read: () => unknown): readonly Violation[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof ContractViolation) return error.violations;
    throw error;
  }
}
