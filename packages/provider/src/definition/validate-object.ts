import {
  apiVersionOf,
  ContractViolation,
  readBootstrapConfig,
  readInfraCluster,
  readInfraMachine,
  schemaValidator,
  type Violation,
} from "@capstan/contract";
import type { TObject } from "typebox";
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
  const source = `schema of ${definition.kind}`;
  const version = definition.versions.find(
    ({ name }) => apiVersionOf({ group: definition.group, version: name }) === apiVersion,
  );
  if (kind !== definition.kind || version === undefined) {
    const expected = `${definition.kind} of ${definition.group}, version ${definition.versions.map(({ name }) => name).join(" or ")}`;
    return [{ rule: "schema", path: "kind", expected, actual: `${String(kind)} of ${String(apiVersion)}`, source }];
  }
  const { schemas, contracts } = version;
  return [
    ...schemaViolations("spec", schemas.spec, spec, source),
    ...schemaViolations("status", schemas.status, status, source),
    ...contractViolations(() => readers[role](object, contracts[0])),
  ];
}

function schemaViolations(root: string, schema: TObject, given: unknown, source: string): Violation[] {
  // Where an empty one is refused, leaving it out is how to say nothing.
  if (given === undefined && "minProperties" in schema) return [];
  const validator = schemaValidator(schema);
  // As the API server does: defaults are filled in before anything is validated.
  const faults = validator.faults(validator.asStored(given ?? {}), root);
  return faults.map(({ path, expected, actual }) => ({ rule: "schema", path, expected, actual, source }));
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
