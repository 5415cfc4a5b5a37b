// What a provider's process needs, on the oldest Node: a kind is defined, its CRDs are made, the command line answers.
import assert from "node:assert/strict";
import { defineInfraMachine, InfraMachineReconciler, outcome, runProvider, Type } from "@capstan/provider";

const HelloMachine = defineInfraMachine({
  kind: "HelloMachine",
  versions: { v1beta2: { contract: "v1beta2", spec: Type.Object({}) } },
});

class HelloMachineReconciler extends InfraMachineReconciler {
  definition = HelloMachine;
  reconcileMachine() {
    return outcome.provisioned({ providerID: "hello://1" });
  }
  deleteMachine() {
    return outcome.deleted();
  }
}

assert.equal(HelloMachine.crds.length, 2);
const failures = [];
await runProvider({
  name: "hello",
  reconcilers: [new HelloMachineReconciler()],
  // Everything of a manager is made before the kubeconfig is looked for.
  argv: ["--kubeconfig", "/nowhere/kubeconfig"],
  onFailure: (failure) => failures.push(failure),
});
assert.equal(failures.length, 1);
