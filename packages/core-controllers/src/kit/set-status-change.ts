import { type Condition, type DeepReadonly } from "@capstan/contract";
import { statusChange, type StatusChange } from "./hold-back.ts";

interface SetStatus {
  readonly conditions?: readonly DeepReadonly<Condition>[] | undefined;
  readonly [field: string]: unknown;
}

const counters = [
  "replicas",
  "readyReplicas",
  "availableReplicas",
  "upToDateReplicas",
  "versions",
  "deprecated",
] as const;

/**
 * Classifies the change of a MachineSet's or MachineDeployment's status. Changing counters count as wording: while a thousand Machines
 * start, they change a thousand times, but are written once a second.
 */
export function setStatusChange(before: SetStatus | undefined, after: SetStatus): StatusChange {
  const change = statusChange(before, after);
  if (change !== "substance" || before === undefined) return change;
  return statusChange(withoutCounters(before), withoutCounters(after)) === "substance" ? "substance" : "wording";
}

function withoutCounters(status: SetStatus): SetStatus {
  return Object.fromEntries(Object.entries(status).filter(([field]) => !counters.some((counter) => counter === field)));
}
