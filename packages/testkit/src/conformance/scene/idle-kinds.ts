import { defineBootstrapConfig, defineInfraMachine, Type } from "@capstan/provider";

/** The kind of infra machines in cases for bootstrap providers; no controller reconciles it. */
export const IdleMachine = defineInfraMachine({
  kind: "ConformanceMachine",
  versions: { v1beta2: { contract: "v1beta2", spec: Type.Object({}) } },
});

/** The kind of bootstrap configs of Machines without bootstrap data; no object of it is ever created. */
export const IdleConfig = defineBootstrapConfig({
  kind: "ConformanceConfig",
  versions: { v1beta2: { contract: "v1beta2", spec: Type.Object({}) } },
});
