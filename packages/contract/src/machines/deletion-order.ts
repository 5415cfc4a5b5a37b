import { type MachineSetSpec } from "../api/v1beta2/machine-set.ts";
import { conditionTypes } from "../conditions/condition-types.ts";
import { isConditionFalse } from "../conditions/conditions.ts";
import { annotations } from "../names/annotations.ts";
import { type HasConditions } from "../conditions/conditions.ts";
import { type DeepReadonly } from "../kubernetes/deep-readonly.ts";
import { type ObjectMeta } from "../kubernetes/object-meta.ts";

/** Which Machines to delete first when a set shrinks. Random is an arbitrary but stable order. */
export type DeletionOrder = NonNullable<NonNullable<MachineSetSpec["deletion"]>["order"]>;

/** The fields of a Machine that its place in the order depends on. */
export interface DeletableMachine extends HasConditions<"NodeHealthy" | "HealthCheckSucceeded"> {
  /** Its name and age, and whether a user has marked it. */
  readonly metadata: DeepReadonly<Pick<ObjectMeta, "name" | "annotations" | "creationTimestamp" | "deletionTimestamp">>;
  readonly status?: HasConditions<"NodeHealthy" | "HealthCheckSucceeded">["status"] & { readonly nodeRef?: unknown };
}

/**
 * All Machines in the order in which they are deleted: first those that are being deleted already, then those that a user has marked, then
 * those that are not healthy, and then by the specified order. Ties are broken by name.
 */
export function inDeletionOrder<M extends DeletableMachine>(
  machines: readonly M[],
  order: DeletionOrder = "Random",
): M[] {
  return [...machines].sort(
    (left, right) =>
      urgency(right) - urgency(left) ||
      (urgency(left) === 0 ? byAge(left, right, order) : 0) ||
      (left.metadata.name < right.metadata.name ? -1 : 1),
  );
}

function urgency(machine: DeletableMachine): number {
  if (machine.metadata.deletionTimestamp !== undefined) return 3;
  if (machine.metadata.annotations?.[annotations.deleteMachine] !== undefined) return 2;
  return isHealthy(machine) ? 0 : 1;
}

function isHealthy(machine: DeletableMachine): boolean {
  return (
    machine.status?.nodeRef !== undefined &&
    !isConditionFalse(machine, conditionTypes.nodeHealthy) &&
    !isConditionFalse(machine, conditionTypes.healthCheckSucceeded)
  );
}

function byAge(left: DeletableMachine, right: DeletableMachine, order: DeletionOrder): number {
  if (order === "Random") return 0;
  const oldestFirst = createdAt(left) - createdAt(right);
  return order === "Oldest" ? oldestFirst : -oldestFirst;
}

function createdAt({ metadata }: DeletableMachine): number {
  const created = Date.parse(metadata.creationTimestamp ?? "");
  return Number.isNaN(created) ? 0 : created;
}
