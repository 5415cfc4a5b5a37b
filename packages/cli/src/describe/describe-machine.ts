import { conditionTypes, type DeepReadonly, getCondition, type Machine } from "@capstan/contract";
import {
  computeMachinePhase,
  factsFromV1Beta2,
  type NodeFacts,
  type ObservedMachine,
  type Requirement,
} from "@capstan/phases";
import { sinceOf } from "./conditions.ts";
import { describeObject, describeReference, nameOf } from "./describe-object.ts";
import type { AwaitedThing, DescribedObject } from "./described-object.ts";
import type { ObservedCluster, ObservedReference } from "./observed-cluster.ts";

/** Describes a Machine with its bootstrap config and infrastructure, and the conditions that the phase engine says it still waits for. */
export function describeMachine(machine: DeepReadonly<Machine>, observed: ObservedCluster): DescribedObject {
  const { bootstrap, infrastructureRef, version } = machine.spec;
  const { configRef } = bootstrap;
  const config = configRef && observed.find(configRef);
  const infrastructure = observed.find(infrastructureRef);
  const described = describeObject(machine);
  const waitsFor = awaited(machine, {
    ...(config === undefined ? {} : { bootstrapConfig: asObserved(config) }),
    infrastructure: asObserved(infrastructure),
    node: nodeOf(machine),
    cluster: observed.cluster === undefined ? "missing" : "found",
    paused: described.paused || observed.cluster?.spec.paused === true,
  });
  return {
    ...described,
    ...(version === undefined ? {} : { version }),
    // Its Ready condition summarizes the objects below and the waits, which are described better there. Without waits, only Ready names the
    // problem.
    waitsFor: waitsFor.length > 0 ? waitsFor : described.waitsFor,
    children: [
      ...(configRef === undefined || config === undefined ? [] : [describeReference(configRef, "bootstrap", config)]),
      describeReference(infrastructureRef, "infrastructure", infrastructure),
    ],
  };
}

function awaited(machine: DeepReadonly<Machine>, around: ObservedMachine): AwaitedThing[] {
  return computeMachinePhase(factsFromV1Beta2(machine, around)).awaiting.map((requirement) => {
    const { sentence, object } = requirement;
    const detail = reasonOf(machine, requirement) ?? requirement.detail;
    return {
      what: sentence,
      object: nameOf(object).trim(),
      ...(detail === undefined ? {} : { detail }),
      ...sinceOf(waitingSince(machine, requirement)),
    };
  });
}

/** Why the Node is not known to be Ready, because the phase engine knows only that it is not. */
function reasonOf(machine: DeepReadonly<Machine>, { id }: Requirement): string | undefined {
  if (id !== "node-ready") return undefined;
  const { reason, message } = getCondition(machine, conditionTypes.nodeReady) ?? {};
  const parts = [reason, message].filter((text) => text !== undefined && text !== "");
  return parts.length === 0 ? undefined : parts.join(": ");
}

/** When its condition became not True; otherwise the time of the Machine's deletion or creation, whichever is later. */
function waitingSince(machine: DeepReadonly<Machine>, { id }: Requirement): string | undefined {
  if (id === "not-paused") return getCondition(machine, conditionTypes.paused)?.lastTransitionTime;
  const condition = getCondition(machine, conditionOf(id));
  if (condition !== undefined && condition.status !== "True") return condition.lastTransitionTime;
  return machine.metadata.deletionTimestamp ?? machine.metadata.creationTimestamp;
}

function conditionOf(requirement: string): string {
  if (requirement.includes("bootstrap")) return conditionTypes.bootstrapConfigReady;
  if (requirement.startsWith("infrastructure") || requirement === "provider-id")
    return conditionTypes.infrastructureReady;
  return requirement === "node-ready" ? conditionTypes.nodeReady : conditionTypes.ready;
}

function asObserved(reference: ObservedReference): NonNullable<ObservedMachine["infrastructure"]> {
  return reference.state === "found" ? { object: reference.object, contract: reference.contract } : "missing";
}

/** As the Machine controller observed it, because describe reads only the management cluster. */
function nodeOf(machine: DeepReadonly<Machine>): NodeFacts {
  const { nodeRef } = machine.status ?? {};
  if (nodeRef === undefined) return "none";
  return { name: nodeRef.name, ready: getCondition(machine, conditionTypes.nodeReady)?.status === "True" };
}
