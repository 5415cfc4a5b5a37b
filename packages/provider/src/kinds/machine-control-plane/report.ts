import {
  type Condition,
  conditionTypes,
  countReplicas,
  getCondition,
  machineVersions,
  reasons,
  setCondition,
} from "@capstan/contract";
import type { AuthorCondition } from "../../outcome/outcome.ts";
import type { ControlPlaneFacts } from "../control-plane/outcome.ts";
import type { ControlPlaneMember, DesiredControlPlane } from "./member.ts";

/** The counters and versions of a control plane (rules CP-004 and CP-005). Pure. */
export function factsOf(
  members: readonly ControlPlaneMember[],
): Pick<ControlPlaneFacts, "replicas" | "readyReplicas" | "availableReplicas" | "upToDateReplicas" | "versions"> {
  const machines = members.map(({ machine }) => machine);
  const versions = machineVersions(machines);
  return {
    ...countReplicas(machines),
    upToDateReplicas: members.filter(({ outdated }) => outdated.length === 0).length,
    ...(versions === undefined ? {} : { versions }),
  };
}

/**
 * The conditions of a control plane that core mirrors or aggregates (rule CP-007). Pure.
 *
 * @param obstacle - what prevents the next step.
 */
export function conditionsOf(
  members: readonly ControlPlaneMember[],
  { replicas }: Pick<DesiredControlPlane, "replicas">,
  obstacle: string | undefined,
): AuthorCondition[] {
  const outdated = members.filter((member) => member.outdated.length > 0);
  const condemned = members.filter(({ isCondemned }) => isCondemned);
  const why = obstacle === undefined ? "" : `\n* ${obstacle}`;
  const count = `from ${members.length} to ${replicas} replicas${why}`;
  return [
    available(members),
    outdated.length > 0
      ? {
          type: conditionTypes.rollingOut,
          status: "True",
          reason: reasons.rollingOut,
          message: `${rolling(outdated)}${why}`,
        }
      : { type: conditionTypes.rollingOut, status: "False", reason: reasons.notRollingOut },
    members.length < replicas
      ? { type: conditionTypes.scalingUp, status: "True", reason: reasons.scalingUp, message: `Scaling up ${count}` }
      : { type: conditionTypes.scalingUp, status: "False", reason: reasons.notScalingUp },
    members.length > replicas
      ? {
          type: conditionTypes.scalingDown,
          status: "True",
          reason: reasons.scalingDown,
          message: `Scaling down ${count}`,
        }
      : { type: conditionTypes.scalingDown, status: "False", reason: reasons.notScalingDown },
    condemned.length > 0
      ? {
          type: conditionTypes.remediating,
          status: "True",
          reason: reasons.remediating,
          message: remediating(condemned),
        }
      : { type: conditionTypes.remediating, status: "False", reason: reasons.notRemediating },
  ];
}

/**
 * The conditions of a Machine, with whether it is up to date: its owner tells core, which tells users. Undefined if that has not changed.
 * Pure.
 */
export function conditionsOfMachine({ machine, outdated }: ControlPlaneMember, now: string): Condition[] | undefined {
  const type = conditionTypes.upToDate;
  const next =
    outdated.length === 0
      ? ({ type, status: "True", reason: reasons.upToDate, message: "" } as const)
      : ({ type, status: "False", reason: reasons.notUpToDate, message: list(outdated) } as const);
  const before = getCondition<string>(machine, type);
  const isSame = before?.status === next.status && before.reason === next.reason && before.message === next.message;
  return isSame ? undefined : setCondition(machine.status?.conditions, next, now);
}

/** A majority of the Machines has a healthy Node: the data store of the control plane has its quorum. */
function available(members: readonly ControlPlaneMember[]): AuthorCondition {
  const type = conditionTypes.available;
  const unhealthy = members.filter(({ isHealthy }) => !isHealthy);
  const healthy = members.length - unhealthy.length;
  if (healthy * 2 > members.length) return { type, status: "True", reason: "Available" };
  const message =
    members.length === 0 ? "There is no Machine" : `${healthy} of ${members.length} Machines have a healthy Node`;
  return { type, status: "False", reason: "NotAvailable", message };
}

function rolling(outdated: readonly ControlPlaneMember[]): string {
  const why = [...new Set(outdated.flatMap((member) => member.outdated))].toSorted();
  return `Rolling out ${outdated.length} not up-to-date replicas\n${list(why)}`;
}

function remediating(condemned: readonly ControlPlaneMember[]): string {
  return `Unhealthy: Machine ${condemned.map(({ machine }) => machine.metadata.name).join(", ")}`;
}

function list(lines: readonly string[]): string {
  return lines.map((line) => `* ${line}`).join("\n");
}
