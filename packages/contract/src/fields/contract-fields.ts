import { type TProperties } from "typebox";
import { bootstrapConfigStatusFields } from "../bootstrap-config/bootstrap-config-schema.ts";
import { type ContractVersion } from "../contract-version.ts";
import { infraClusterSpecFields, infraClusterStatusFields } from "../infra-cluster/infra-cluster-schema.ts";
import { infraMachineSpecFields, infraMachineStatusFields } from "../infra-machine/infra-machine-schema.ts";

/** What a provider's kind is to core. */
export type ContractRole = "BootstrapConfig" | "InfraMachine" | "InfraCluster";

const fields = {
  BootstrapConfig: { spec: { v1beta1: {}, v1beta2: {} }, status: bootstrapConfigStatusFields },
  InfraMachine: { spec: infraMachineSpecFields, status: infraMachineStatusFields },
  InfraCluster: { spec: infraClusterSpecFields, status: infraClusterStatusFields },
} as const;

/** Schemas of the contract's own fields for a role, to be merged into the provider's `spec` and `status`. */
export function contractFields(
  role: ContractRole,
  contract: ContractVersion,
): { spec: TProperties; status: TProperties } {
  const { spec, status } = fields[role];
  return { spec: { ...spec[contract] }, status: { ...status[contract] } };
}
