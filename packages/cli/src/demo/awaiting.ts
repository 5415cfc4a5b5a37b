import {
  type ContractVersion,
  contractVersions,
  type DeepReadonly,
  type KubernetesObject,
  type Machine,
} from "@capstan/contract";
import { computeMachinePhase, factsFromV1Beta2 } from "@capstan/phases";

/** The objects of a Machine that the demo observes; undefined if missing. */
export interface Surroundings {
  readonly bootstrapConfig: DeepReadonly<KubernetesObject> | undefined;
  readonly infrastructure: DeepReadonly<KubernetesObject> | undefined;
}

/** The conditions that a Machine still waits for, as the phase engine names them. */
export function awaitedBy(machine: DeepReadonly<Machine>, around: Surroundings): readonly string[] {
  const facts = factsFromV1Beta2(machine, {
    bootstrapConfig: observed(around.bootstrapConfig),
    infrastructure: observed(around.infrastructure),
    // The demo does not read the workload cluster, because the Machine controller has set the result on the Machine.
    node: machine.status?.nodeRef === undefined ? "none" : { ready: machine.status.phase === "Running" },
  });
  return computeMachinePhase(facts).awaiting.map((requirement) => requirement.sentence);
}

function observed(
  object: DeepReadonly<KubernetesObject> | undefined,
): "missing" | { object: DeepReadonly<KubernetesObject>; contract: ContractVersion } {
  const [contract] = contractVersions;
  return object === undefined ? "missing" : { object, contract };
}
