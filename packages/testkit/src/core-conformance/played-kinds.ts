import { defineBootstrapConfig, defineInfraCluster, defineInfraMachine, Type } from "@capstan/provider";

/** The kinds of providers that nothing reconciles: a case says in their status what a provider would say. */
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

/** All of them. */
export const playedKinds = [PlayedCluster, PlayedMachine, PlayedConfig] as const;
