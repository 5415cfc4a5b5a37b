import { annotations, type DeepReadonly, type MachineSet, inDeletionOrder } from "@capstan/contract";
import { type SetMachine } from "./reads.ts";

/** The actions that give a MachineSet the desired number of Machines. */
export interface ScaleDecision {
  readonly create: number;
  readonly delete: readonly SetMachine[];
}

const nothing: ScaleDecision = { create: 0, delete: [] };

/**
 * Decides how many Machines to create, or which to delete. A Machine that is being deleted counts until it is deleted, so that no more are
 * deleted than requested, and no replacement is created too early.
 *
 * @param machines - the Machines of the set.
 * @param remediated - those of them that remediation deletes now.
 */
export function decideScale(
  set: DeepReadonly<MachineSet>,
  machines: readonly SetMachine[],
  remediated: readonly SetMachine[] = [],
): ScaleDecision {
  const surplus = machines.length - (set.spec.replicas ?? 1);
  if (surplus < 0) return isCreationDisabled(set) ? nothing : { create: -surplus, delete: [] };
  const isGoing = (machine: SetMachine) =>
    machine.metadata.deletionTimestamp !== undefined || remediated.includes(machine);
  const staying = machines.filter((machine) => !isGoing(machine));
  const excess = Math.max(0, surplus - (machines.length - staying.length));
  return { create: 0, delete: inDeletionOrder(staying, set.spec.deletion?.order).slice(0, excess) };
}

function isCreationDisabled({ metadata }: DeepReadonly<MachineSet>): boolean {
  return metadata.annotations?.[annotations.disableMachineCreate] === "true";
}
