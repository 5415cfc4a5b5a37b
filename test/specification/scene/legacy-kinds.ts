import {
  BootstrapConfigReconciler,
  defineBootstrapConfig,
  defineInfraMachine,
  InfraMachineReconciler,
  outcome,
  Type,
} from "@capstan/provider";

/** A machine of contract v1beta1, which can fail permanently. */
export const LegacyMachine = defineInfraMachine({
  kind: "LegacyMachine",
  versions: {
    v1beta1: { contract: "v1beta1", spec: Type.Object({ fault: Type.Optional(Type.String({ minLength: 1 })) }) },
  },
});

/** Provisions LegacyMachines immediately, unless they have a fault. */
export class LegacyMachineReconciler extends InfraMachineReconciler<typeof LegacyMachine> {
  readonly definition = LegacyMachine;

  reconcileMachine({ object }: this["Scope"]) {
    const { fault } = object.spec;
    if (fault !== undefined) return outcome.failed("InvalidConfiguration", fault);
    return outcome.provisioned({ providerID: `legacy://${object.metadata.uid}` });
  }

  deleteMachine() {
    return outcome.deleted();
  }
}

/** A bootstrap config of contract v1beta1, which fails permanently if it has no data. */
export const LegacyConfig = defineBootstrapConfig({
  kind: "LegacyConfig",
  versions: {
    v1beta1: { contract: "v1beta1", spec: Type.Object({ data: Type.Optional(Type.String({ minLength: 1 })) }) },
  },
});

/** Returns the data in the config, and records every call. */
export class LegacyConfigReconciler extends BootstrapConfigReconciler<typeof LegacyConfig> {
  readonly definition = LegacyConfig;
  readonly #calls: string[] = [];

  /** The number of calls for a config. */
  callsOf(name: string, namespace: string): number {
    return this.#calls.filter((called) => called === `${namespace}/${name}`).length;
  }

  reconcileBootstrap({ object }: this["Scope"]) {
    const { name, namespace } = object.metadata;
    this.#calls.push(`${namespace}/${name}`);
    if (object.spec.data !== undefined) return outcome.data(object.spec.data);
    return outcome.failed("InvalidConfiguration", "there is no such image");
  }
}
