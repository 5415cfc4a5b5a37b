import { type DeepReadonly, type MachineDeployment, type MachineSet } from "@capstan/contract";
import { type ApiError, type EventRecorder } from "@capstan/runtime";
import { type PlannedMachineSet } from "./plan.ts";

type Deployment = DeepReadonly<MachineDeployment>;

/** Records that a rollout has begun, or that the first MachineSet was created. */
export function recordNewSet(recorder: EventRecorder, deployment: Deployment, { metadata, spec }: MachineSet): void {
  const message = `Created MachineSet ${metadata.name} with ${spec.replicas ?? 0} replicas`;
  recorder.record(deployment, { type: "Normal", reason: "SuccessfulCreate", message });
}

/** Records that the server refused a MachineSet. The server's message is omitted because it may quote secrets. */
export function recordRefusedSet(
  recorder: EventRecorder,
  deployment: Deployment,
  { metadata }: MachineSet,
  { reason }: ApiError,
): void {
  const message = `The API server refused to create MachineSet ${metadata.name}: ${reason}`;
  recorder.record(deployment, { type: "Warning", reason: "FailedCreate", message });
}

/** Records which MachineSets were scaled: one Event for each step of a rollout. */
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
