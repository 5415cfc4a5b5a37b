import type { ProviderRole } from "../definition/contract-fields.ts";

/** The condition that says whether a kind has done what its contract asks of it, beside the summary Ready. */
export const provisionedConditions = {
  BootstrapConfig: { type: "DataSecretAvailable", reason: "Available" },
  InfraMachine: { type: "InstanceProvisioned", reason: "Provisioned" },
  InfraCluster: { type: "InfrastructureProvisioned", reason: "Provisioned" },
} as const satisfies Record<ProviderRole, { type: string; reason: string }>;

/** Reasons the SDK gives; those of authors come with their outcomes. */
export const providerReasons = {
  ready: "Ready",
  paused: "Paused",
  notPaused: "NotPaused",
  waitingForClusterInfrastructure: "WaitingForClusterInfrastructureReady",
  waitingForControlPlaneEndpoint: "WaitingForControlPlaneEndpoint",
  waitingForBootstrapData: "WaitingForBootstrapData",
  bootstrapDataNotWanted: "BootstrapDataNotWanted",
  secretControlledByOther: "SecretControlledByOther",
  contractViolation: "ContractViolation",
  reconcileError: "ReconcileError",
  deleting: "Deleting",
} as const;

/** Condition types the SDK writes itself on a kind; an author's conditions must have others. */
export function reservedConditions(role: ProviderRole): readonly string[] {
  return ["Ready", "Paused", provisionedConditions[role].type];
}
