import {
  isContractViolation,
  type ProviderRole,
  readProviderObject,
  schemaValidator,
  schemaViolation,
  type Violation,
} from "@capstan/contract";
import { apiVersionOf, fieldsOf } from "@capstan/kube";
import type { TObject } from "typebox";
import type { DefinedVersion } from "../definition/defined-version.ts";

/** Every violation of the kind's schema or of the contract in `object`, at its API version. */
export function validateObject(
  definition: {
    readonly role?: ProviderRole;
    readonly group: string;
    readonly kind: string;
    readonly versions: readonly DefinedVersion[];
  },
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
  const { role } = definition;
  const [contract] = contracts;
  return [
    ...schemaViolations("spec", schemas.spec, spec, definition.kind),
    ...schemaViolations("status", schemas.status, status, definition.kind),
    ...(role === undefined || contract === undefined
      ? []
      : contractViolations(() => readProviderObject(role, object, contract))),
  ];
}

function schemaViolations(root: string, schema: TObject, given: unknown, kind: string): Violation[] {
  // An omitted section is valid if an empty one would be refused.
  if (given === undefined && "minProperties" in schema) return [];
  const validator = schemaValidator(schema);
  // The API server also fills in defaults before it validates.
  const faults = validator.faults(validator.asStored(given ?? {}), root);
  return faults.map((fault) => schemaViolation(kind, fault));
}

function contractViolations(read: () => unknown): readonly Violation[] {
  try {
    read();
    return [];
  } catch (error) {
    if (isContractViolation(error)) return error.violations;
    throw error;
  }
}
