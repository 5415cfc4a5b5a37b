import { type DeepReadonly, type MachineDeployment, type MachineSet } from "@capstan/contract";
import { type ApiError, type EventRecorder } from "@capstan/runtime";
import { type PlannedMachineSet } from "./plan.ts";

type Deployment = DeepReadonly<MachineDeployment>;

/** Tells that a rollout has begun, or the first MachineSet has been made. */
export function recordNewSet(recorder: EventRecorder, deployment: Deployment, { metadata, spec }: MachineSet): void {
  const message = `Created MachineSet ${metadata.name} with ${spec.replicas ?? 0} replicas`;
  recorder.record(deployment, { type: "Normal", reason: "SuccessfulCreate", message });
}

/** Tells that the server does not want a MachineSet. Its own words stay out: they may quote what is secret. */
export function recordRefusedSet(
  recorder: EventRecorder,
  deployment: Deployment,
  { metadata }: MachineSet,
  { reason }: ApiError,
): void {
  const message = `The API server refused to create MachineSet ${metadata.name}: ${reason}`;
  recorder.record(deployment, { type: "Warning", reason: "FailedCreate", message });
}

/** Tells which MachineSets were told another number of replicas: one Event for each step of a rollout. */
export function recordScaling(
  recorder: EventRecorder,
  deployment: Deployment,
  sets: readonly PlannedMachineSet[],
): void {
  const steps = sets.flatMap(({ before, after }) => {
    const [from, to] = [before?.spec.replicas ?? 0, after.spec.replicas ?? 0];
    return from === to ? [] : [`${to > from ? "up" : "down"} MachineSet ${after.metadata.name}: ${from} -> ${to}`];
  });
  if (steps.length === 0) return;
  recorder.record(deployment, { type: "Normal", reason: "SuccessfulScale", message: `Scaled ${steps.join(", ")}` });
}
