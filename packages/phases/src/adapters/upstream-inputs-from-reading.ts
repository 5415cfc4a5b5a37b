import { type UpstreamInputs } from "../upstream/upstream-inputs.ts";
import { ambiguousNodeProblem, emptyDataProblem, nameOf, observe, problemsOf } from "./facts-from-reading.ts";
import { type MachineReading } from "./machine-reading.ts";
import { failureOf } from "./observed-failure.ts";
import { type ObservedMachine } from "./observed-machine.ts";
import { isEmpty, type ReferencedObject } from "./referenced-object.ts";

/**
 * Converts a reading to the inputs of the upstream reading: the values that the Machine has recorded, after the bootstrap, infrastructure
 * and node steps of one reconcile have been applied to the observations. Flags, providerID and nodeRef are never cleared.
 */
export function upstreamInputsFromReading(reading: MachineReading, observed: ObservedMachine): UpstreamInputs {
  const config = reading.configRef && observe(observed.bootstrapConfig, "bootstrap");
  const infrastructure = observe(observed.infrastructure, "infrastructure");
  const reported = infrastructureStep(reading, infrastructure);
  const providerID = reported ?? reading.providerID;
  const failure = failureOf(reading, config, infrastructure);
  return {
    machine: reading.machine,
    bootstrapDataSecretCreated: reading.bootstrapDone || bootstrapStep(reading, config),
    infrastructureProvisioned: reading.infrastructureDone || reported !== undefined,
    providerID,
    nodeRefName: nodeStep(reading, providerID, observed),
    updating: reading.updating,
    deletionRequested: reading.deletionRequested,
    failure: failure !== undefined,
    paused: observed.paused,
    cluster: observed.cluster,
    problems: [
      ...problemsOf(reading.configRef, config),
      ...problemsOf(reading.infrastructureRef, infrastructure),
      ...(offersEmptyData(reading, config) ? [emptyDataProblem(reading.configRef)] : []),
      ...(failure !== undefined && infrastructure?.state === "missing" ? [vanishedProblem(reading)] : []),
      ...(observed.node === "ambiguous" ? [ambiguousNodeProblem(reading)] : []),
      ...(observed.node === "none" && !isEmpty(reading.nodeRefName) ? [lostNodeProblem(reading)] : []),
    ],
  };
}

function bootstrapStep(reading: MachineReading, config: ReferencedObject | undefined): boolean {
  if (reading.configRef === undefined) return reading.dataNeedsNoConfigRef && reading.data !== undefined;
  if (config === undefined || config.state === "missing") return false;
  if (reading.data !== undefined) return true;
  return config.state === "found" && config.ready && config.data === "set";
}

function offersEmptyData(reading: MachineReading, config: ReferencedObject | undefined): boolean {
  return reading.data === undefined && config?.state === "found" && config.ready && config.data === "empty";
}

/** The providerID to copy, if the infrastructure is provisioned (or was before) and has a providerID. */
function infrastructureStep(reading: MachineReading, infrastructure: ReferencedObject | undefined): string | undefined {
  if (infrastructure?.state !== "found") return undefined;
  if (!infrastructure.ready && !reading.infrastructureDone) return undefined;
  return isEmpty(infrastructure.providerID) ? undefined : infrastructure.providerID;
}

function nodeStep(
  reading: MachineReading,
  providerID: string | undefined,
  { node, cluster }: ObservedMachine,
): string | undefined {
  const canLook = !isEmpty(providerID) && cluster !== "missing";
  if (!isEmpty(reading.nodeRefName) || !canLook || typeof node !== "object") return reading.nodeRefName;
  return node.name ?? "unnamed";
}

function vanishedProblem(reading: MachineReading): string {
  return `${nameOf(reading.infrastructureRef)}: deleted while the Machine still exists; recreate the Machine`;
}

function lostNodeProblem(reading: MachineReading): string {
  return `Node ${reading.nodeRefName ?? ""}: deleted while the Machine still exists; delete the Machine to replace it`;
}
