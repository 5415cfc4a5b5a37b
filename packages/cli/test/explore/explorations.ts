import { defineInfraMachine, InfraMachineReconciler, type ObjectOf, outcome, Type } from "@capstan/provider";
import type { Exploration } from "@capstan/testkit/exploration";

const DiskMachine = defineInfraMachine({
  kind: "DiskMachine",
  versions: {
    v1beta2: {
      contract: "v1beta2",
      spec: Type.Object({ disks: Type.Integer({ minimum: 1, maximum: 2 }) }),
      status: Type.Object({ disks: Type.Optional(Type.Integer()) }),
    },
  },
});

class DiskMachineReconciler extends InfraMachineReconciler<typeof DiskMachine> {
  readonly definition = DiskMachine;

  reconcileMachine({ object }: this["Scope"]) {
    return this.withDisks(object.spec.disks);
  }

  deleteMachine() {
    return outcome.deleted();
  }

  protected withDisks(disks: number) {
    return outcome.provisioned({ providerID: "disk://1", status: { disks } });
  }
}

/** Keeps reporting the disk count that it reported first. */
class KeepingReconciler extends DiskMachineReconciler {
  override reconcileMachine({ object }: this["Scope"]) {
    return this.withDisks(object.status?.disks ?? object.spec.disks);
  }
}

function exploration(
  name: string,
  Reconciler: new () => InfraMachineReconciler<typeof DiskMachine>,
): Exploration<Partial<ObjectOf<typeof DiskMachine>["spec"]>> {
  return {
    name,
    definition: DiskMachine,
    spec: { disks: 1 },
    prepare: () => ({ reconcilers: () => [new Reconciler()] }),
    create: (env, spec) => env.createMachine({ infrastructure: DiskMachine, spec, bootstrapData: "#cloud-config" }),
  };
}

export const explorations = [
  exploration("following", DiskMachineReconciler),
  exploration("keeping", KeepingReconciler),
];
