import { conditionTypes, type HasConditions, isConditionFalse } from "@capstan/contract";

/** What a health check has something to say about. */
export type Checked = HasConditions<"HealthCheckSucceeded" | "OwnerRemediated">;

/** A health check has found the Machine unhealthy. */
export function isUnhealthy(machine: Checked): boolean {
  return isConditionFalse(machine, conditionTypes.healthCheckSucceeded);
}

/** A health check has found the Machine unhealthy, and leaves it to the Machine's owner to replace it. */
export function isToBeRemediated(machine: Checked): boolean {
  return isUnhealthy(machine) && isConditionFalse(machine, conditionTypes.ownerRemediated);
}
