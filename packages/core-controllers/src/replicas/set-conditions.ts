import { conditionTypes, type NewCondition, reasons } from "@capstan/contract";
import { type Reporter } from "../conditions/aggregate.ts";
import { machinesReady, machinesUpToDate, remediating } from "./machine-conditions.ts";
import { type DeletingMachine, describeStaleMachines } from "./stale-machines.ts";

/** The fields of a Machine that these conditions read. */
type SummedMachine = DeletingMachine &
  Reporter<"Ready" | "UpToDate" | "HealthCheckSucceeded" | "OwnerRemediated" | "Deleting">;

/** The input for the conditions of a MachineSet or MachineDeployment. */
export interface SetFacts {
  /** Desired number of Machines; 0 while the set is being deleted. */
  readonly wanted: number;
  readonly machines: readonly SummedMachine[];
  /** The obstacles to creating Machines, one sentence each. */
  readonly blockers: readonly string[];
  readonly deleting: boolean;
  /** Number of a deployment's MachineSets, which may outlast their Machines. Default: 0. */
  readonly sets?: number;
  /** The object that, according to the message about unhealthy Machines, does not remediate them. */
  readonly remediator: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The conditions that MachineSets and MachineDeployments have in common. */
export function setConditions(facts: SetFacts): NewCondition[] {
  return [
    scalingUp(facts),
    scalingDown(facts),
    machinesReady(conditionTypes.machinesReady, facts.machines),
    machinesUpToDate(conditionTypes.machinesUpToDate, facts.machines, facts.now),
    remediating(facts.machines, `not to be remediated by ${facts.remediator}`),
    deleting(facts),
    { type: conditionTypes.paused, status: "False", reason: reasons.notPaused },
  ];
}

function scalingUp({ wanted, machines, blockers, deleting: isDeleting }: SetFacts): NewCondition {
  const type = conditionTypes.scalingUp;
  const list = blockers.map((blocker) => `* ${blocker}`).join("\n");
  if (machines.length >= wanted) {
    const message = isDeleting || list === "" ? "" : `Scaling up would be blocked because:\n${list}`;
    return { type, status: "False", reason: reasons.notScalingUp, message };
  }
  const message = `Scaling up from ${machines.length} to ${wanted} replicas`;
  return {
    type,
    status: "True",
    reason: reasons.scalingUp,
    message: list === "" ? message : `${message} is blocked because:\n${list}`,
  };
}

function scalingDown({ wanted, machines, now }: SetFacts): NewCondition {
  const type = conditionTypes.scalingDown;
  if (machines.length <= wanted) return { type, status: "False", reason: reasons.notScalingDown };
  const stale = describeStaleMachines(machines, now);
  const message = `Scaling down from ${machines.length} to ${wanted} replicas${stale === "" ? "" : `\n* ${stale}`}`;
  return { type, status: "True", reason: reasons.scalingDown, message };
}

function deleting({ deleting: isDeleting, machines, sets = 0, now }: SetFacts): NewCondition {
  const type = conditionTypes.deleting;
  if (!isDeleting) return { type, status: "False", reason: reasons.notDeleting };
  const [count, what] = machines.length > 0 ? [machines.length, "Machine"] : [sets, "MachineSet"];
  const stale = describeStaleMachines(machines, now);
  const rest = `Deleting ${count} ${what}${count === 1 ? "" : "s"}${stale === "" ? "" : `\n* ${stale}`}`;
  return { type, status: "True", reason: reasons.deleting, message: count === 0 ? "Deletion completed" : rest };
}
