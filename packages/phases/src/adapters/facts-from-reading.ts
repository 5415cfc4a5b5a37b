import { type ConcernedObject } from "../facts/concerned-object.ts";
import { type InfrastructureFacts, type MachineFacts, type ReferencedObjectFacts } from "../facts/machine-facts.ts";
import { type MachineReading } from "./machine-reading.ts";
import { failureOf } from "./observed-failure.ts";
import { type ObservedMachine, type ObservedObject } from "./observed-machine.ts";
import { readReferencedObject, type ReferencedObject } from "./referenced-object.ts";

/**
 * Converts a reading to the facts of the proposal's reading: the fields unchanged, without anticipating values that a controller has yet to
 * copy.
 */
export function factsFromReading(reading: MachineReading, observed: ObservedMachine): MachineFacts {
  const config = reading.configRef && observe(observed.bootstrapConfig, "bootstrap");
  const infrastructure = observe(observed.infrastructure, "infrastructure");
  const emptyFromProvider = reading.data === undefined && config?.ready === true && config.data === "empty";
  return {
    machine: reading.machine,
    spelling: reading.spelling,
    storedPhase: reading.storedPhase,
    paused: observed.paused,
    cluster: observed.cluster,
    deletionRequested: reading.deletionRequested,
    failure: failureOf(reading, config, infrastructure),
    bootstrapData: emptyFromProvider ? "empty-from-provider" : reading.data,
    bootstrapConfig: reading.configRef && configFacts(reading.configRef, reading, config),
    infrastructure: infrastructureFacts(reading, infrastructure),
    providerID: reading.providerID,
    node: observed.node,
    problems: [
      ...problemsOf(reading.configRef, config),
      ...problemsOf(reading.infrastructureRef, infrastructure),
      ...(emptyFromProvider ? [emptyDataProblem(reading.configRef)] : []),
      ...(observed.node === "ambiguous" ? [ambiguousNodeProblem(reading)] : []),
    ],
  };
}

/** Reads an observed object; undefined if it was not observed. */
export function observe(
  observed: ObservedObject | "missing" | undefined,
  role: "bootstrap" | "infrastructure",
): ReferencedObject | undefined {
  return observed === undefined ? undefined : readReferencedObject(observed, role);
}

/** The fields of an object that have the wrong type, each with the object's name. */
export function problemsOf(ref: ConcernedObject | undefined, object: ReferencedObject | undefined): string[] {
  return (object?.problems ?? []).map((problem) => `${nameOf(ref)}: ${problem}`);
}

export function emptyDataProblem(ref: ConcernedObject | undefined): string {
  return `${nameOf(ref)}: it is ready, but its bootstrap data is empty; only the Machine itself may request that`;
}

export function ambiguousNodeProblem({ machine, providerID }: MachineReading): string {
  return `${nameOf(machine)}: several Nodes have its providerID ${providerID ?? ""}; delete the stale ones`;
}

export function nameOf(ref: ConcernedObject | undefined): string {
  return `${ref?.kind ?? ""} ${ref?.name ?? ""}`;
}

function configFacts(
  object: ConcernedObject,
  reading: MachineReading,
  config: ReferencedObject | undefined,
): ReferencedObjectFacts {
  if (config === undefined) return { object, state: "unobserved", ready: reading.bootstrapDone };
  return { object, state: config.state, ready: config.ready };
}

function infrastructureFacts(
  reading: MachineReading,
  infrastructure: ReferencedObject | undefined,
): InfrastructureFacts {
  const object = reading.infrastructureRef;
  if (infrastructure === undefined) {
    return { object, state: "unobserved", ready: reading.infrastructureDone, providerID: reading.providerID };
  }
  return {
    object,
    state: infrastructure.state,
    ready: infrastructure.ready,
    providerID: infrastructure.providerID,
  };
}
