import {
  type ContractVersion,
  contractVersions,
  type DeepReadonly,
  type KubernetesObject,
  type Machine,
} from "@capstan/contract";
import { computeMachinePhase, factsFromV1Beta2 } from "@capstan/phases";

/** What the demo sees around a Machine; undefined for what is not there. */
export interface Surroundings {
  readonly bootstrapConfig: DeepReadonly<KubernetesObject> | undefined;
  readonly infrastructure: DeepReadonly<KubernetesObject> | undefined;
}

/** What a Machine still waits for, in the words of the phase engine. */
export function awaitedBy(machine: DeepReadonly<Machine>, around: Surroundings): readonly string[] {
  const facts = factsFromV1Beta2(machine, {
    bootstrapConfig: observed(around.bootstrapConfig),
    infrastructure: observed(around.infrastructure),
    // The demo does not look into the workload cluster: the Machine controller has put its answer on the Machine.
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
