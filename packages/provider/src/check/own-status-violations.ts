import {
  reservedNames,
  schemaValidator,
  schemaViolation,
  type StructuralSchema,
  type Violation,
  violation,
} from "@capstan/contract";
import type { ProviderDefinition } from "../definition/definition.ts";

/**
 * For the status fields an outcome sets: they may not be fields of the contract, which only the SDK writes, nor fields missing from
 * the schema, which the server would drop. Their values are checked with the whole status.
 */
export function ownStatusViolations(definition: ProviderDefinition, status: object): Violation[] {
  const ofContract = reservedNames(definition.role, definition.contract, "status");
  const own = Object.entries(status).filter(([name]) => !ofContract.has(name));
  const taken = Object.entries(status).flatMap(([name, value]) => {
    const rule = ofContract.get(name);
    const expected = "what the SDK reports there, and nothing else";
    return rule === undefined ? [] : [violation(rule, { path: `status.${name}`, expected, actual: value })];
  });
  return [...taken, ...unknownFieldViolations(definition, Object.fromEntries(own))];
}

function unknownFieldViolations(definition: ProviderDefinition, status: object): Violation[] {
  const schema = statusSchema(definition);
  if (schema === undefined) return [];
  const faults = schemaValidator(schema, "refused").faults(status, "status");
  const expected = "no such field: the definition's status does not declare it";
  // What JSON leaves out is not written.
  return faults
    .filter(({ reason, actual }) => reason === "unknown field" && actual !== undefined)
    .map(({ path, actual }) => schemaViolation(definition.kind.kind, { path, expected, actual }));
}

/** The schema of the status in the version that is written. */
export function statusSchema({ crds, kind }: ProviderDefinition): StructuralSchema | undefined {
  const crd = crds.find(({ spec }) => spec.names.kind === kind.kind);
  const version = crd?.spec.versions.find(({ name }) => name === kind.version);
  return version?.schema.openAPIV3Schema.properties?.status;
}
