import { annotations, conditionTypes, hasAnnotation, isConditionFalse, type MachineSetSpec } from "@capstan/contract";
import { type SetMachine } from "./reads.ts";

/** Which Machines to delete first when a set shrinks. Random is an arbitrary but stable order. */
export type DeletionOrder = NonNullable<NonNullable<MachineSetSpec["deletion"]>["order"]>;

/**
 * All Machines in the order in which they are deleted: first those that are being deleted already, then those that a user has marked, then
 * those that are not healthy, and then by the specified order. Ties are broken by name.
 */
export function inDeletionOrder(machines: readonly SetMachine[], order: DeletionOrder = "Random"): SetMachine[] {
  return [...machines].sort(
    (left, right) =>
      urgency(right) - urgency(left) ||
      (urgency(left) === 0 ? byAge(left, right, order) : 0) ||
      (left.metadata.name < right.metadata.name ? -1 : 1),
  );
}

function urgency(machine: SetMachine): number {
  if (machine.metadata.deletionTimestamp !== undefined) return 3;
  if (hasAnnotation(machine, annotations.deleteMachine)) return 2;
  return isHealthy(machine) ? 0 : 1;
}

function isHealthy(machine: SetMachine): boolean {
  return (
    machine.status?.nodeRef !== undefined &&
    !isConditionFalse(machine, conditionTypes.nodeHealthy) &&
    !isConditionFalse(machine, conditionTypes.healthCheckSucceeded)
  );
}

function byAge(left: SetMachine, right: SetMachine, order: DeletionOrder): number {
  if (order === "Random") return 0;
  const oldestFirst = createdAt(left) - createdAt(right);
  return order === "Oldest" ? oldestFirst : -oldestFirst;
}

function createdAt({ metadata }: SetMachine): number {
  const created = Date.parse(metadata.creationTimestamp ?? "");
  return Number.isNaN(created) ? 0 : created;
}
