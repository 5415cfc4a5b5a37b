import { conditionTypes, type HasConditions, isConditionFalse } from "@capstan/contract";

/** An object whose health a health check reports. */
export type Checked = HasConditions<"HealthCheckSucceeded" | "OwnerRemediated">;

/** Whether a health check has found the Machine unhealthy. */
export function isUnhealthy(machine: Checked): boolean {
  return isConditionFalse(machine, conditionTypes.healthCheckSucceeded);
}

/** Whether a health check has found the Machine unhealthy, and the Machine's owner must replace it. */
export function isToBeRemediated(machine: Checked): boolean {
  return isUnhealthy(machine) && isConditionFalse(machine, conditionTypes.ownerRemediated);
}
