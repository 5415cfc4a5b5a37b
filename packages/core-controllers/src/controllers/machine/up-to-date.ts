import { conditionTypes, type DeepReadonly, type Machine, type NewCondition, reasons } from "@capstan/contract";
import { inProgress, isUpdatedInPlace } from "./updating.ts";
import { revisionOf } from "../../replicas/revision.ts";
import { isRolloutDue, rolloutAfterMs, templateDifference } from "../../replicas/template-difference.ts";
import { type MachineOwnerDeployment, type MachineOwnerSet } from "./reads.ts";

/** The MachineSet that created a Machine, and the MachineDeployment that manages it. */
export interface MachineOwners {
  readonly machineSet: MachineOwnerSet;
  readonly machineDeployment: MachineOwnerDeployment;
}

/**
 * The condition UpToDate of a Machine that a MachineDeployment manages: whether its set has the desired template. The managers of other
 * Machines set it themselves.
 *
 * @param kubeletVersion - the version that the Node reports.
 */
export function upToDateCondition(
  machine: DeepReadonly<Machine>,
  { machineSet, machineDeployment }: MachineOwners,
  kubeletVersion: string | undefined,
  now: number,
): NewCondition {
  const type = conditionTypes.upToDate;
  const differences = [
    ...templateDifference(machineSet.spec.template, machineDeployment.spec.template),
    ...(isRolloutDue(machineDeployment, machineSet, now) ? ["MachineDeployment spec.rollout.after expired"] : []),
  ];
  if (differences.length > 0) {
    const message = differences.map((difference) => `* ${difference}`).join("\n");
    return { type, status: "False", reason: reasons.notUpToDate, message };
  }
  if (isUpdatedInPlace(machine)) {
    return { type, status: "False", reason: reasons.updating, message: `* ${inProgress}` };
  }
  const { version = "" } = machine.spec;
  if (version !== "" && kubeletVersion !== undefined && kubeletVersion !== "" && kubeletVersion !== version) {
    const message = `* Node.status.nodeInfo.kubeletVersion ${kubeletVersion}, ${version} required`;
    return { type, status: "False", reason: reasons.updating, message };
  }
  return { type, status: "True", reason: reasons.upToDate };
}

/** Whether the MachineDeployment is rolling out a later set than the Machine's. */
export function isOutdated(owners: MachineOwners | undefined): boolean {
  return owners !== undefined && revisionOf(owners.machineSet) < revisionOf(owners.machineDeployment);
}

/** Milliseconds until `spec.rollout.after` makes the Machine outdated; 0: never, or it already is. */
export function rolloutWaitMs(owners: MachineOwners | undefined, now: number): number {
  if (owners === undefined) return 0;
  return Math.max(0, (rolloutAfterMs(owners.machineDeployment) ?? 0) - now);
}
