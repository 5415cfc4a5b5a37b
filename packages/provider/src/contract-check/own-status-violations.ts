import {
  bootstrapConfigFields,
  infraClusterFields,
  infraMachineFields,
  schemaValidator,
  type StructuralSchema,
  type Violation,
} from "@capstan/contract";
import type { ProviderRole } from "../definition/contract-fields.ts";
import type { ProviderDefinition } from "../definition/definition.ts";
import { sources, violation } from "./violation.ts";

/** Names in status that belong to the contract, whichever version a kind implements, and the rule that is about each. */
const contractNames: Readonly<Record<ProviderRole, Readonly<Record<string, string>>>> = {
  BootstrapConfig: {
    ...sharedNames(bootstrapConfigFields, ({ dataSecretCreated }) => dataSecretCreated.rule),
    dataSecretName: bootstrapConfigFields.v1beta2.dataSecretName.rule,
  },
  InfraMachine: {
    ...sharedNames(infraMachineFields, ({ provisioned }) => provisioned.rule),
    addresses: infraMachineFields.v1beta2.addresses.rule,
    failureDomain: infraMachineFields.v1beta2.failureDomain.rule,
  },
  InfraCluster: {
    ...sharedNames(infraClusterFields, ({ provisioned }) => provisioned.rule),
    failureDomains: infraClusterFields.v1beta2.failureDomains.rule,
  },
};

interface Failing {
  readonly failureReason: { readonly rule: string };
  readonly failureMessage: { readonly rule: string };
}

function sharedNames<Fields extends Failing>(
  fields: { readonly v1beta1: Fields; readonly v1beta2: Fields },
  flagRule: (of: Fields) => string,
): Record<string, string> {
  return {
    conditions: "BC-012",
    v1beta2: "BC-015",
    ready: flagRule(fields.v1beta1),
    initialization: flagRule(fields.v1beta2),
    failureReason: fields.v1beta1.failureReason.rule,
    failureMessage: fields.v1beta1.failureMessage.rule,
  };
}

/**
 * For the status fields an outcome sets: none of the contract's, which the SDK alone writes, and none that the schema does not
 * know, which the server would drop. Their values are checked with the whole status.
 */
export function ownStatusViolations(definition: ProviderDefinition, status: object): Violation[] {
  const ofContract = contractNames[definition.role];
  const own = Object.entries(status).filter(([name]) => ofContract[name] === undefined);
  const taken = Object.entries(status).flatMap(([name, value]) => {
    const rule = ofContract[name];
    const expected = "what the SDK reports there, and nothing else";
    return rule === undefined ? [] : [violation(rule, `status.${name}`, expected, value, sources.outcome)];
  });
  return [...taken, ...unknownFieldViolations(definition, Object.fromEntries(own))];
}

function unknownFieldViolations(definition: ProviderDefinition, status: object): Violation[] {
  const schema = statusSchema(definition);
  if (schema === undefined) return [];
  const faults = schemaValidator(schema, "refused").faults(status, "status");
  const expected = "no such field: the definition's status does not declare it";
  const source = `schema of ${definition.kind.kind}`;
  // What JSON leaves out is not written.
  return faults
    .filter(({ reason, actual }) => reason === "unknown field" && actual !== undefined)
    .map(({ path, actual }) => violation("schema", path, expected, actual, source));
}

/** The schema of the status in the version that is written. */
export function statusSchema({ crds, kind }: ProviderDefinition): StructuralSchema | undefined {
  const crd = crds.find(({ spec }) => spec.names.kind === kind.kind);
  const version = crd?.spec.versions.find(({ name }) => name === kind.version);
  return version?.schema.openAPIV3Schema.properties?.status;
}
