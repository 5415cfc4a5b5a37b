import { annotations, type DeepReadonly, type Machine, type MachineStatus } from "@capstan/contract";
import { rfc3339 } from "../conditions/apply.ts";
import { type ObservedReference } from "../references/reference.ts";

/** `status.deletion` of a Machine: when the stages of its deletion began. */
export type DeletionTimes = NonNullable<MachineStatus["deletion"]>;

/** Whether a stage that reads the workload cluster still has to run. */
export type Gate =
  /** `remainingMs`: until the time limit ends the stage; `undefined`: there is no limit. */
  { readonly open: true; readonly remainingMs?: number } | { readonly open: false };

interface Stage {
  readonly excludedBy: string;
  readonly start: "nodeDrainStartTime" | "waitForNodeVolumeDetachStartTime";
  readonly limit: "nodeDrainTimeoutSeconds" | "nodeVolumeDetachTimeoutSeconds";
}

export const drainStage: Stage = {
  excludedBy: annotations.excludeNodeDraining,
  start: "nodeDrainStartTime",
  limit: "nodeDrainTimeoutSeconds",
};

export const volumeStage: Stage = {
  excludedBy: annotations.excludeWaitForNodeVolumeDetach,
  start: "waitForNodeVolumeDetachStartTime",
  limit: "nodeVolumeDetachTimeoutSeconds",
};

/**
 * Closed if the Machine excludes the stage, once its time is up, and once the machine itself is being removed: then waiting cannot save a
 * Pod.
 */
export function gateOf(
  stage: Stage,
  machine: DeepReadonly<Machine>,
  infrastructure: ObservedReference,
  now: number,
): Gate {
  const times = machine.status?.deletion;
  if (stage.excludedBy in (machine.metadata.annotations ?? {})) return { open: false };
  if (times?.waitForPreTerminateHookStartTime !== undefined) return { open: false };
  if (infrastructure.state !== "found" || infrastructure.refusal !== undefined) return { open: false };
  if (infrastructure.object.metadata.deletionTimestamp !== undefined) return { open: false };
  const limitMs = (machine.spec.deletion?.[stage.limit] ?? 0) * 1000;
  if (limitMs <= 0) return { open: true };
  const startedAt = Date.parse(times?.[stage.start] ?? "");
  const remainingMs = (Number.isNaN(startedAt) ? now : startedAt) + limitMs - now;
  return remainingMs > 0 ? { open: true, remainingMs } : { open: false };
}

/** The start of a stage: the stored time, or now. */
export function startOf(stage: keyof DeletionTimes, machine: DeepReadonly<Machine>, now: number): string {
  return machine.status?.deletion?.[stage] ?? rfc3339(now);
}
