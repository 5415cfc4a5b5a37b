import {
  annotations,
  conditionTypes,
  type DeepReadonly,
  type Machine,
  type NewCondition,
  reasons,
} from "@capstan/contract";

/** Name of the hook in the list of pending hooks. */
const updateHook = "UpdateMachine";

/** Whether a Machine is being updated in place: its owner starts the update, and an extension does it. */
export function isUpdatedInPlace({ metadata }: DeepReadonly<Machine>): boolean {
  const { [annotations.updateInProgress]: inProgress, [annotations.pendingHooks]: pending = "" } =
    metadata.annotations ?? {};
  return inProgress !== undefined || pending.split(",").includes(updateHook);
}

/** The condition Updating. */
export function updatingCondition(machine: DeepReadonly<Machine>): NewCondition {
  const type = conditionTypes.updating;
  return isUpdatedInPlace(machine)
    ? { type, status: "True", reason: reasons.inPlaceUpdating, message: inProgress }
    : { type, status: "False", reason: reasons.notUpdating };
}

/** The message during an in-place update. */
export const inProgress = "In-place update in progress";
