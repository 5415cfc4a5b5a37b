import { defineInfraMachine, InfraMachineReconciler, outcome, Type } from "@capstan/provider";

export const HelloMachine = defineInfraMachine({
  kind: "HelloMachine",
  versions: { v1beta2: { contract: "v1beta2", spec: Type.Object({}) } },
});

/** Its servers are there at once. */
export class HelloMachineReconciler extends InfraMachineReconciler<typeof HelloMachine> {
  readonly definition = HelloMachine;

  reconcileMachine() {
    return outcome.provisioned({ providerID: "hello://1" });
  }

  deleteMachine() {
    return outcome.deleted();
  }
}

/** A Machine of the kind, whose bootstrap data is there. */
export const machineOptions = { infrastructure: HelloMachine, bootstrapData: "#cloud-config" };
