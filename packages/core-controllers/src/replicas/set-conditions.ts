import { conditionTypes, type DeepReadonly, getCondition, type Machine, reasons } from "@capstan/contract";
import { aggregate } from "../conditions/aggregate.ts";
import { type ConditionDraft } from "../conditions/condition-draft.ts";
import { isToBeRemediated, isUnhealthy } from "./remediation-state.ts";
import { describeStaleMachines, listMachines } from "./stale-machines.ts";

/** What the conditions of a MachineSet or MachineDeployment are computed from. */
export interface SetFacts {
  /** Wanted number of Machines; 0 while the set is being deleted. */
  readonly wanted: number;
  readonly machines: readonly DeepReadonly<Machine>[];
  /** What keeps Machines from being created, a sentence each. */
  readonly blockers: readonly string[];
  readonly deleting: boolean;
  /** Who does not remediate, for the message about unhealthy Machines. */
  readonly remediator: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The conditions that MachineSets and MachineDeployments have in common. */
export function setConditions(facts: SetFacts): ConditionDraft[] {
  return [
    scalingUp(facts),
    scalingDown(facts),
    machinesReady(facts.machines),
    machinesUpToDate(facts.machines, facts.now),
    remediating(facts),
    deleting(facts),
    { type: conditionTypes.paused, status: "False", reason: reasons.notPaused },
  ];
}

function scalingUp({ wanted, machines, blockers, deleting: isDeleting }: SetFacts): ConditionDraft {
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

function scalingDown({ wanted, machines, now }: SetFacts): ConditionDraft {
  const type = conditionTypes.scalingDown;
  if (machines.length <= wanted) return { type, status: "False", reason: reasons.notScalingDown };
  const stale = describeStaleMachines(machines, now);
  const message = `Scaling down from ${machines.length} to ${wanted} replicas${stale === "" ? "" : `\n* ${stale}`}`;
  return { type, status: "True", reason: reasons.scalingDown, message };
}

function machinesReady(machines: readonly DeepReadonly<Machine>[]): ConditionDraft {
  const type = conditionTypes.machinesReady;
  if (machines.length === 0) return { type, status: "True", reason: reasons.noReplicas };
  return aggregate("Machine", machines, {
    type,
    of: conditionTypes.ready,
    reasons: { True: reasons.ready, False: reasons.notReady, Unknown: reasons.readyUnknown },
  });
}

/** A new Machine has this long to report whether it is up to date. */
const upToDateGraceMs = 10_000;

function machinesUpToDate(all: readonly DeepReadonly<Machine>[], now: number): ConditionDraft {
  const type = conditionTypes.machinesUpToDate;
  const machines = all.filter((machine) => upToDateWaitMs(machine, now) === 0);
  if (machines.length === 0) return { type, status: "True", reason: reasons.noReplicas };
  return aggregate("Machine", machines, {
    type,
    of: conditionTypes.upToDate,
    reasons: { True: reasons.upToDate, False: reasons.notUpToDate, Unknown: reasons.upToDateUnknown },
  });
}

/** How long it is too early to say that a Machine does not report whether it is up to date, in milliseconds. */
export function upToDateWaitMs(machine: DeepReadonly<Machine>, now: number): number {
  if (getCondition(machine, conditionTypes.upToDate) !== undefined) return 0;
  const age = now - Date.parse(machine.metadata.creationTimestamp ?? "");
  return age < upToDateGraceMs ? upToDateGraceMs - Math.max(0, age) : 0;
}

function remediating({ machines, remediator }: SetFacts): ConditionDraft {
  const type = conditionTypes.remediating;
  const affected = machines.filter(isToBeRemediated);
  if (affected.length === 0) {
    const unhealthy = machines.filter(isUnhealthy);
    const message =
      unhealthy.length === 0 ? "" : `${listMachines(unhealthy)} not healthy (not to be remediated by ${remediator})`;
    return { type, status: "False", reason: reasons.notRemediating, message };
  }
  const { message = "" } = aggregate("Machine", affected, {
    type,
    of: conditionTypes.ownerRemediated,
    reasons: { True: reasons.remediating, False: reasons.remediating, Unknown: reasons.remediating },
  });
  return { type, status: "True", reason: reasons.remediating, message };
}

function deleting({ deleting: isDeleting, machines, now }: SetFacts): ConditionDraft {
  const type = conditionTypes.deleting;
  if (!isDeleting) return { type, status: "False", reason: reasons.notDeleting };
  const stale = describeStaleMachines(machines, now);
  const count = `Deleting ${machines.length} ${machines.length === 1 ? "Machine" : "Machines"}`;
  const message = machines.length === 0 ? "Deletion completed" : `${count}${stale === "" ? "" : `\n* ${stale}`}`;
  return { type, status: "True", reason: reasons.deleting, message };
}
