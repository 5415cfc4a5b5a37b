import type { DeepReadonly, Machine } from "@capstan/contract";
import { describeMachine } from "../describe/describe-machine.ts";
import type { DescribedObject } from "../describe/described-object.ts";
import type { ObservedCluster, ObservedReference } from "../describe/observed-cluster.ts";

/** All inputs of a Machine's description other than the Machine. */
type Inputs = readonly unknown[];

/**
 * Describes Machines, and remembers the descriptions, because a change usually affects one of thousands. Cached objects are replaced, never
 * changed, so the same object is the same state.
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
