import { defineInfraCluster, defineInfraMachine, Type } from "@capstan/provider";

// The kinds of upgraded-infrastructure.ts in the next release, which no longer has v1beta1.
const versions = { v1beta2: { contract: "v1beta2", spec: Type.Object({}) } } as const;

export const MigratedCluster = defineInfraCluster({ kind: "LegacyCluster", versions });

export const MigratedMachine = defineInfraMachine({ kind: "LegacyMachine", versions });
