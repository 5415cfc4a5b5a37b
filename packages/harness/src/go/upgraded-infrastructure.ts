import { defineInfraCluster, defineInfraMachine, Type } from "@capstan/provider";

// The kinds of legacy-infrastructure.ts in the provider's next release, which stores contract v1beta2 and still serves v1beta1.
const versions = {
  v1beta1: { contract: "v1beta1", spec: Type.Object({}) },
  v1beta2: { contract: "v1beta2", spec: Type.Object({}) },
} as const;

export const UpgradedCluster = defineInfraCluster({ kind: "LegacyCluster", versions, storage: "v1beta2" });

export const UpgradedMachine = defineInfraMachine({ kind: "LegacyMachine", versions, storage: "v1beta2" });
