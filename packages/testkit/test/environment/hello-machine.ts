import { defineInfraMachine, InfraMachineReconciler, outcome, Type } from "@capstan/provider";

export const HelloMachine = defineInfraMachine({
  kind: "HelloMachine",
  versions: { v1beta2: { contract: "v1beta2", spec: Type.Object({}) } },
});

/** Its servers exist at once. */
export class HelloMachineReconciler extends InfraMachineReconciler<typeof HelloMachine> {
  readonly definition = HelloMachine;

  reconcileMachine() {
    return outcome.provisioned({ providerID: "hello://1" });
  }

  deleteMachine() {
    return outcome.deleted();
  }
}

/** A Machine of the kind, with its bootstrap data. */
export const machineOptions = { infrastructure: HelloMachine, bootstrapData: "#cloud-config" };
