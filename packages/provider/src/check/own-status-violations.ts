import {
  reservedNames,
  schemaValidator,
  schemaViolation,
  type StructuralSchema,
  type Violation,
  violation,
} from "@capstan/contract";
import type { ProviderDefinition } from "../definition/definition.ts";
import type { KindDefinition } from "../definition/kind-definition.ts";

/**
 * Checks the names of the status fields that an outcome sets. Fields of the contract are refused because only the SDK writes them, and
 * fields missing from the schema because the API server would prune them. The values are checked with the whole status.
 */
export function ownStatusViolations(definition: ProviderDefinition, status: object): Violation[] {
  const ofContract = reservedNames(definition.role, definition.contract, "status");
  const own = Object.entries(status).filter(([name]) => !ofContract.has(name));
  const taken = Object.entries(status).flatMap(([name, value]) => {
    const rule = ofContract.get(name);
    const expected = "no value, because only the SDK writes this field";
    return rule === undefined ? [] : [violation(rule, { path: `status.${name}`, expected, actual: value })];
  });
  return [...taken, ...unknownFieldViolations(definition, Object.fromEntries(own))];
}

/** Checks that the schema of the status declares each field. */
function unknownFieldViolations(definition: KindDefinition, status: object): Violation[] {
  const schema = statusSchema(definition);
  if (schema === undefined) return [];
  const faults = schemaValidator(schema, "refused").faults(status, "status");
  const expected = "no such field: the definition's status does not declare it";
  // JSON omits undefined values, so they are not written.
  return faults
    .filter(({ reason, actual }) => reason === "unknown field" && actual !== undefined)
    .map(({ path, actual }) => schemaViolation(definition.kind.kind, { path, expected, actual }));
}

/** The schema of the status in the storage version. */
export function statusSchema({ crds, kind }: KindDefinition): StructuralSchema | undefined {
  const crd = crds.find(({ spec }) => spec.names.kind === kind.kind);
  const version = crd?.spec.versions.find(({ name }) => name === kind.version);
  return version?.schema.openAPIV3Schema.properties?.status;
}
