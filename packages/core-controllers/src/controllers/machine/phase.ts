import { type DeepReadonly, type Machine } from "@capstan/contract";
import {
  computeMachinePhase,
  computeUpstreamPhase,
  type MachineFacts,
  type MachinePhase,
  parseMachinePhase,
  type ReferencedObjectFacts,
} from "@capstan/phases";
import { type ObservedReference, type Reference } from "../../references/reference.ts";
import { type MachineOutcomes } from "./outcomes.ts";
import { isUpdatedInPlace } from "./updating.ts";

/**
 * How to compute `status.phase`: `proposal` from the other fields alone, Running only while the Node is Ready; `upstream` exactly as
 * Cluster API's own core does, with the stored phase as an input.
 */
export type PhaseReading = "proposal" | "upstream";

/** All readings, for flags and messages. */
export const phaseReadings: readonly PhaseReading[] = ["proposal", "upstream"];

/** The phase of a Machine, for people only. */
export function nextPhase(
  machine: DeepReadonly<Machine>,
  outcomes: MachineOutcomes,
  reading: PhaseReading,
): MachinePhase {
  if (reading === "proposal") return parseMachinePhase(computeMachinePhase(factsOf(machine, outcomes)).phase);
  return computeUpstreamPhase(machine.status?.phase ?? "", {
    bootstrapDataSecretCreated: outcomes.bootstrap.dataSecretCreated === true,
    infrastructureProvisioned: outcomes.infrastructure.provisioned,
    providerID: outcomes.providerID ?? "",
    nodeRefName: outcomes.nodeName,
    updating: isUpdatedInPlace(machine),
    deletionRequested: machine.metadata.deletionTimestamp !== undefined,
  }).typed;
}

function factsOf(machine: DeepReadonly<Machine>, outcomes: MachineOutcomes): MachineFacts {
  const { bootstrap, infrastructure, node, failure } = outcomes;
  const { configRef } = machine.spec.bootstrap;
  const failed = failure.failureReason !== undefined || failure.failureMessage !== undefined;
  return {
    machine: { kind: "Machine", name: machine.metadata.name, namespace: machine.metadata.namespace },
    spelling: "capitalized",
    cluster: outcomes.clusterExists ? "found" : "missing",
    deletionRequested: machine.metadata.deletionTimestamp !== undefined,
    ...(failed ? { failure: { reason: failure.failureReason, message: failure.failureMessage, recorded: true } } : {}),
    ...(bootstrap.dataSecretName === undefined
      ? {}
      : { bootstrapData: bootstrap.dataSecretName === "" ? ("empty" as const) : ("set" as const) }),
    ...(configRef === undefined || outcomes.observed.bootstrapConfig === undefined
      ? {}
      : {
          bootstrapConfig: referenceFacts(
            configRef,
            outcomes.observed.bootstrapConfig,
            bootstrap.dataSecretCreated === true,
          ),
        }),
    infrastructure: {
      ...referenceFacts(machine.spec.infrastructureRef, outcomes.observed.infrastructure, infrastructure.reported),
      providerID: outcomes.providerID,
    },
    providerID: outcomes.providerID,
    node: outcomes.nodeName === undefined ? "none" : { name: outcomes.nodeName, ready: node.ready },
  };
}

function referenceFacts(reference: Reference, observed: ObservedReference, ready: boolean): ReferencedObjectFacts {
  return { object: { kind: reference.kind, name: reference.name }, state: stateOf(observed), ready };
}

function stateOf(observed: ObservedReference): ReferencedObjectFacts["state"] {
  switch (observed.state) {
    case "found":
      return observed.object.metadata.deletionTimestamp === undefined ? "found" : "being-deleted";
    case "missing":
      return "missing";
    case "pending":
    case "unresolved":
      return "unobserved";
  }
}
