import { defineBootstrapConfig, defineInfraCluster, defineInfraMachine, Type } from "@capstan/provider";

/** Kinds of providers that no controller reconciles: a case sets their status as a provider would. */
export const PlayedCluster = defineInfraCluster({
  kind: "PlayedCluster",
  versions: { v1beta2: { contract: "v1beta2", spec: Type.Object({}) } },
});

export const PlayedMachine = defineInfraMachine({
  kind: "PlayedMachine",
  versions: { v1beta2: { contract: "v1beta2", spec: Type.Object({ size: Type.Optional(Type.String()) }) } },
});

export const PlayedConfig = defineBootstrapConfig({
  kind: "PlayedConfig",
  versions: { v1beta2: { contract: "v1beta2", spec: Type.Object({ script: Type.Optional(Type.String()) }) } },
});

/** All kinds that cases play. */
export const playedKinds = [PlayedCluster, PlayedMachine, PlayedConfig] as const;
