import type { ContractVersion } from "@capstan/provider";
import type { DefinedRole } from "./definitions.ts";

const rules: Readonly<Record<DefinedRole, Readonly<Record<ContractVersion, Readonly<Record<string, string>>>>>> = {
  BootstrapConfig: {
    v1beta1: {
      "status.ready": "BC-003",
      "status.dataSecretName": "BC-005",
      "status.failureReason": "BC-007",
      "status.failureMessage": "BC-008",
      "status.conditions": "BC-014",
    },
    v1beta2: { "status.initialization": "BC-004", "status.dataSecretName": "BC-005", "status.conditions": "BC-011" },
  },
  InfraMachine: {
    v1beta1: {
      "spec.providerID": "IM-002",
      "spec.failureDomain": "IM-009",
      "status.ready": "IM-013",
      "status.addresses": "IM-011",
      "status.failureReason": "IM-016",
      "status.failureMessage": "IM-016",
      "status.conditions": "BC-014",
    },
    v1beta2: {
      "spec.providerID": "IM-002",
      "status.initialization": "IM-014",
      "status.addresses": "IM-011",
      "status.failureDomain": "IM-008",
      "status.conditions": "BC-011",
    },
  },
  InfraCluster: {
    v1beta1: {
      "spec.controlPlaneEndpoint": "IC-002",
      "status.ready": "IC-009",
      "status.failureDomains": "IC-006",
      "status.failureReason": "IC-012",
      "status.failureMessage": "IC-012",
      "status.conditions": "BC-014",
    },
    v1beta2: {
      "spec.controlPlaneEndpoint": "IC-002",
      "status.initialization": "IC-010",
      "status.failureDomains": "IC-007",
      "status.conditions": "BC-011",
    },
  },
  InfraMachinePool: {
    v1beta1: {
      "spec.providerIDList": "MP-003",
      "spec.providerID": "MP-006",
      "status.ready": "MP-002",
      "status.replicas": "MP-004",
      "status.infrastructureMachineKind": "MP-005",
      "status.failureReason": "MP-007",
      "status.failureMessage": "MP-007",
      "status.conditions": "BC-014",
    },
    v1beta2: {
      "spec.providerIDList": "MP-003",
      "spec.providerID": "MP-006",
      "status.ready": "MP-002",
      "status.initialization": "MP-002",
      "status.replicas": "MP-004",
      "status.infrastructureMachineKind": "MP-005",
      "status.conditions": "MP-009",
    },
  },
  ControlPlane: {
    v1beta1: {
      "spec.controlPlaneEndpoint": "CP-003",
      "spec.version": "CP-005",
      "status.initialized": "CP-002",
      "status.version": "CP-005",
      "status.versions": "CP-005",
      "status.externalManagedControlPlane": "CP-006",
      "status.failureReason": "CP-011",
      "status.failureMessage": "CP-011",
      "status.conditions": "BC-014",
    },
    v1beta2: {
      "spec.controlPlaneEndpoint": "CP-003",
      "spec.version": "CP-005",
      "status.initialization": "CP-002",
      "status.version": "CP-005",
      "status.versions": "CP-005",
      "status.externalManagedControlPlane": "CP-006",
      "status.conditions": "CP-007",
    },
  },
};

/** The rule that a fault in a contract field violates. */
export function fieldRule(role: DefinedRole, contract: ContractVersion, section: string, field: string): string {
  const rule = rules[role][contract][`${section}.${field}`];
  if (rule === undefined) throw new Error(`No rule is known for ${section}.${field} of ${role} under ${contract}.`);
  return rule;
}
