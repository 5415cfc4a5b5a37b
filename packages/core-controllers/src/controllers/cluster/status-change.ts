import { type ClusterStatus, conditionTypes, type DeepReadonly } from "@capstan/contract";
import { statusChange, type StatusChange } from "../../kit/hold-back.ts";

/** Conditions that summarize Machines and their sets, for people only: no controller waits for them. */
const sums: readonly string[] = [
  conditionTypes.controlPlaneMachinesReady,
  conditionTypes.workerMachinesReady,
  conditionTypes.controlPlaneMachinesUpToDate,
  conditionTypes.workerMachinesUpToDate,
  conditionTypes.rollingOut,
  conditionTypes.scalingUp,
  conditionTypes.scalingDown,
  conditionTypes.remediating,
];

/**
 * Classifies the change of a Cluster's status. Sums over its Machines count as wording: while many Machines start, the sums change
 * constantly and are written once a second.
 */
export function clusterStatusChange(
  before: DeepReadonly<ClusterStatus> | undefined,
  after: DeepReadonly<ClusterStatus>,
): StatusChange {
  const change = statusChange(before, after);
  if (change !== "substance" || before === undefined) return change;
  return statusChange(withoutSums(before), withoutSums(after)) === "substance" ? "substance" : "wording";
}

function withoutSums(status: DeepReadonly<ClusterStatus>): DeepReadonly<ClusterStatus> {
  const rest: DeepReadonly<ClusterStatus> & { controlPlane?: unknown; workers?: unknown } = { ...status };
  delete rest.controlPlane;
  delete rest.workers;
  const conditions = (status.conditions ?? []).filter(({ type }) => !sums.includes(type));
  return { ...rest, conditions };
}
