import type { DeepReadonly, Machine } from "@capstan/contract";
import { describeMachine } from "../describe/describe-machine.ts";
import type { DescribedObject } from "../describe/described-object.ts";
import type { ObservedCluster, ObservedReference } from "../describe/observed-cluster.ts";

/** All that the description of a Machine depends on, in addition to itself. */
type Inputs = readonly unknown[];

/**
 * Describes Machines, and remembers what it has described: of thousands of Machines one has changed. Objects out of a cache are
 * replaced, never changed, so that the same object is the same state.
 */
export function rememberingMachines(): typeof describeMachine {
  const known = new WeakMap<object, { readonly inputs: Inputs; readonly described: DescribedObject }>();
  return (machine, observed) => {
    const inputs = inputsOf(machine, observed);
    const before = known.get(machine);
    if (before?.inputs.every((input, index) => input === inputs[index]) === true) return before.described;
    const described = describeMachine(machine, observed);
    known.set(machine, { inputs, described });
    return described;
  };
}

function inputsOf({ spec }: DeepReadonly<Machine>, observed: ObservedCluster): Inputs {
  const { configRef } = spec.bootstrap;
  return [
    observed.cluster === undefined,
    observed.cluster?.spec.paused === true,
    configRef === undefined ? undefined : stateOf(observed.find(configRef)),
    stateOf(observed.find(spec.infrastructureRef)),
  ];
}

function stateOf(observed: ObservedReference): unknown {
  if (observed.state === "found") return observed.object;
  return observed.state === "missing" ? observed.state : observed.message;
}
