import { defineBootstrapConfig, defineInfraMachine, Type } from "@capstan/provider";

/** Machines refer to one where the suite tries a bootstrap provider; nothing reconciles it. */
export const IdleMachine = defineInfraMachine({
  kind: "ConformanceMachine",
  versions: { v1beta2: { contract: "v1beta2", spec: Type.Object({}) } },
});

/** Machines refer to one where their bootstrap data is still to come; no object of it is ever made. */
export const IdleConfig = defineBootstrapConfig({
  kind: "ConformanceConfig",
  versions: { v1beta2: { contract: "v1beta2", spec: Type.Object({}) } },
});
