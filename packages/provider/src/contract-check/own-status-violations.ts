import {
  bootstrapConfigFields,
  infraClusterFields,
  infraMachineFields,
  type RuleId,
  schemaViolation,
  type StructuralSchema,
  type Violation,
  violation,
} from "@capstan/contract";
import type { ProviderRole } from "../definition/contract-fields.ts";
import type { ProviderDefinition } from "../definition/definition.ts";
import { unknownFields } from "./unknown-fields.ts";

/** Names in status that belong to the contract, whichever version a kind implements, and the rule that is about each. */
const contractNames: Readonly<Record<ProviderRole, Readonly<Record<string, RuleId>>>> = {
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
  readonly failureReason: { readonly rule: RuleId };
  readonly failureMessage: { readonly rule: RuleId };
}

function sharedNames<Fields extends Failing>(
  fields: { readonly v1beta1: Fields; readonly v1beta2: Fields },
  flagRule: (of: Fields) => RuleId,
): Record<string, RuleId> {
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
    return rule === undefined ? [] : [violation(rule, { path: `status.${name}`, expected, actual: value })];
  });
  const unknown = unknownFields(statusSchema(definition), Object.fromEntries(own), "status");
  const expected = "no such field: the definition's status does not declare it";
  const { kind } = definition.kind;
  return [...taken, ...unknown.map(({ path, value }) => schemaViolation(kind, { path, expected, actual: value }))];
}

/** The schema of the status in the version that is written. */
export function statusSchema({ crds, kind }: ProviderDefinition): StructuralSchema | undefined {
  const crd = crds.find(({ spec }) => spec.names.kind === kind.kind);
  const version = crd?.spec.versions.find(({ name }) => name === kind.version);
  return version?.schema.openAPIV3Schema.properties?.status;
}
