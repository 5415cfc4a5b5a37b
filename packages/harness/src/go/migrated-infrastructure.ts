import { defineInfraCluster, defineInfraMachine, Type } from "@capstan/provider";

// The kinds of upgraded-infrastructure.ts in the release after it, which has left v1beta1 behind.
const versions = { v1beta2: { contract: "v1beta2", spec: Type.Object({}) } } as const;

export const MigratedCluster = defineInfraCluster({ kind: "LegacyCluster", versions });

export const MigratedMachine = defineInfraMachine({ kind: "LegacyMachine", versions });
