import {
  BootstrapConfigReconciler,
  defineBootstrapConfig,
  defineInfraCluster,
  defineInfraMachine,
  InfraClusterReconciler,
  InfraMachineReconciler,
  outcome,
  type ProviderDefinition,
  Type,
} from "@capstan/provider";

/** Author code that returns any value a test sets, as untyped code may. */
type Answer<Scope = unknown> = (scope: Scope, signal: AbortSignal) => unknown;

const status = Type.Object({
  serverName: Type.Optional(Type.String({ maxLength: 20 })),
  network: Type.Optional(Type.Object({ ports: Type.Array(Type.Integer()) })),
  attempts: Type.Optional(Type.Integer()),
});

export const OddMachine = defineInfraMachine({
  kind: "OddMachine",
  versions: { v1: { contract: "v1beta2", spec: Type.Object({}), status } },
});
/** For cores that read only contract v1beta1. */
export const OldOddMachine = defineInfraMachine({
  kind: "OldOddMachine",
  versions: { v1: { contract: "v1beta1", spec: Type.Object({}), status } },
});
export const OddCluster = defineInfraCluster({
  kind: "OddCluster",
  versions: { v1: { contract: "v1beta2", spec: Type.Object({}), status } },
});
export const OddConfig = defineBootstrapConfig({
  kind: "OddConfig",
  versions: { v1: { contract: "v1beta2", spec: Type.Object({}), status } },
});

export class OddMachineReconciler<D extends ProviderDefinition<"InfraMachine">> extends InfraMachineReconciler<
  D,
  typeof OddCluster
> {
  readonly definition: D;
  override readonly infraCluster = OddCluster;
  override readonly concurrency = 1;
  answer: Answer<this["Scope"]> = () => outcome.provisioned({ providerID: "odd://1" });
  removal: Answer<this["DeletionScope"]> = () => outcome.deleted();
  calls = 0;

  constructor(definition: D) {
    super();
    this.definition = definition;
  }

  reconcileMachine(scope: this["Scope"], signal: AbortSignal) {
    this.calls += 1;
    return this.answer(scope, signal) as ReturnType<InfraMachineReconciler<D>["reconcileMachine"]>;
  }

  deleteMachine(scope: this["DeletionScope"], signal: AbortSignal) {
    return this.removal(scope, signal) as ReturnType<InfraMachineReconciler<D>["deleteMachine"]>;
  }
}

export class OddClusterReconciler extends InfraClusterReconciler<typeof OddCluster> {
  readonly definition = OddCluster;
  answer: Answer<this["Scope"]> = () =>
    outcome.clusterProvisioned({ controlPlaneEndpoint: { host: "10.0.0.1", port: 6443 } });

  reconcileCluster(scope: this["Scope"], signal: AbortSignal) {
    return this.answer(scope, signal) as ReturnType<InfraClusterReconciler<typeof OddCluster>["reconcileCluster"]>;
  }
}

export class OddConfigReconciler extends BootstrapConfigReconciler<typeof OddConfig> {
  readonly definition = OddConfig;
  answer: Answer<this["Scope"]> = () => outcome.data("#!/bin/sh");
  refresh: (scope: this["Scope"]) => Promise<undefined> = () => Promise.resolve(undefined);

  reconcileBootstrap(scope: this["Scope"], signal: AbortSignal) {
    return this.answer(scope, signal) as ReturnType<BootstrapConfigReconciler<typeof OddConfig>["reconcileBootstrap"]>;
  }

  override refreshBootstrap(scope: this["Scope"]) {
    return this.refresh(scope);
  }
}
