import { conditionTypes, type DeepReadonly, isConditionFalse, type Machine } from "@capstan/contract";

/** A health check has found the Machine unhealthy. */
export function isUnhealthy(machine: DeepReadonly<Machine>): boolean {
  return isConditionFalse(machine, conditionTypes.healthCheckSucceeded);
}

/** A health check has found the Machine unhealthy, and leaves it to the Machine's owner to replace it. */
export function isToBeRemediated(machine: DeepReadonly<Machine>): boolean {
  return isUnhealthy(machine) && isConditionFalse(machine, conditionTypes.ownerRemediated);
}
