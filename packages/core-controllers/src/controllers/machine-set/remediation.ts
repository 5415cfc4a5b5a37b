import {
  annotations,
  conditionTypes,
  type DeepReadonly,
  getCondition,
  hasAnnotation,
  type MachineSet,
  type NewCondition,
  reasons,
} from "@capstan/contract";
import { deprecatedCondition, type DeprecatedDraft } from "../../conditions/deprecated-conditions.ts";
import { getDeprecatedCondition } from "../../conditions/get-deprecated-condition.ts";
import { isToBeRemediated } from "../../replicas/remediation-state.ts";
import { scaled } from "../../replicas/int-or-percent.ts";
import { isCurrent, isOfDeployment } from "./claimed-machine-set.ts";
import { type SetDeployment, type SetMachine } from "./reads.ts";

/** The conditions of a Machine that report its remediation. */
export interface RemediationReport {
  readonly machine: SetMachine;
  /** The condition OwnerRemediated. */
  readonly condition: NewCondition;
  /** The v1beta1 form of OwnerRemediated, if it changes. */
  readonly deprecated?: DeprecatedDraft;
}

/** The actions on Machines that a health check found unhealthy. */
export interface RemediationDecision {
  /** Machines to delete once their conditions are written. Replacements follow automatically. */
  readonly delete: readonly SetMachine[];
  /** Conditions to write, also for the Machines to delete. */
  readonly reports: readonly RemediationReport[];
  /** Machines that are healthy again: their condition OwnerRemediated is removed, in both forms. */
  readonly clear: readonly SetMachine[];
}

/**
 * Decides which unhealthy Machines of a set to replace now: those with the annotation `cluster.x-k8s.io/remediate-machine` first, then the
 * newest, and no more at a time than the MachineDeployment's `spec.remediation.maxInFlight` allows. The rollout replaces the Machines of an
 * old set, and no Machine is deleted if its replacement could not be created.
 *
 * @param preflight - why no Machine should be created at the moment, one sentence each; called only if a Machine is to be replaced.
 */
export function decideRemediation(
  set: DeepReadonly<MachineSet>,
  deployment: SetDeployment | undefined,
  machines: readonly SetMachine[],
  preflight: () => readonly string[] = () => [],
): RemediationDecision {
  const alive = machines.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  const clear = alive.filter(isHealthyAgain);
  const affected = alive.filter(isToBeRemediated).sort(byUrgency);
  if (isOfDeployment(set) && !isCurrent(set, deployment, annotations.machineDeploymentRevision)) {
    const message = "Machine won't be remediated because it is pending removal due to rollout";
    return { delete: [], reports: reportsOf(affected, reasons.cannotBeRemediated, message), clear };
  }
  const limit = deployment?.spec.remediation?.maxInFlight;
  const allowed = scaled(limit, deployment?.spec.replicas ?? 1, "up") ?? Number.POSITIVE_INFINITY;
  const room = Math.max(0, allowed - machines.filter(isBeingRemediated).length);
  const now = affected.slice(0, room);
  const wait = `Waiting because there are already too many remediations in progress (spec.remediation.maxInFlight is ${String(limit)})`;
  const deferred = reportsOf(affected.slice(room), reasons.remediationDeferred, wait);
  const problems = now.length === 0 ? [] : preflight();
  if (problems.length > 0) {
    const message = problems.map((problem) => `* ${problem}`).join("\n");
    const deprecated = deprecatedCondition(type, {
      severity: "Warning",
      reason: reasons.waitingForRemediation,
      message: problems.join("; "),
    });
    const reports = [...reportsOf(now, reasons.remediationDeferred, message, deprecated), ...deferred];
    return { delete: [], reports, clear };
  }
  const deleting = reportsOf(now, reasons.machineDeleting, "Machine is deleting", deprecatedCondition(type, undefined));
  return { delete: now, reports: [...deleting, ...deferred], clear };
}

const type = conditionTypes.ownerRemediated;

function reportsOf(
  machines: readonly SetMachine[],
  reason: string,
  message: string,
  deprecated?: DeprecatedDraft,
): RemediationReport[] {
  const condition: NewCondition = { type, status: "False", reason, message };
  return machines
    .filter((machine) => {
      const before = getCondition(machine, type);
      return before?.reason !== reason || before.message !== message;
    })
    .map((machine) => ({ machine, condition, ...(deprecated === undefined ? {} : { deprecated }) }));
}

function isHealthyAgain(machine: SetMachine): boolean {
  return [getCondition, getDeprecatedCondition].some(
    (conditionOf) =>
      conditionOf(machine, conditionTypes.healthCheckSucceeded)?.status === "True" &&
      conditionOf(machine, type)?.status === "False",
  );
}

function isBeingRemediated(machine: SetMachine): boolean {
  const condition = getCondition(machine, conditionTypes.ownerRemediated);
  return (
    machine.metadata.deletionTimestamp !== undefined &&
    condition?.status === "False" &&
    condition.reason === reasons.machineDeleting
  );
}

function byUrgency(left: SetMachine, right: SetMachine): number {
  const asked = (machine: SetMachine) => Number(hasAnnotation(machine, annotations.remediateMachine));
  const created = ({ metadata }: SetMachine) => Date.parse(metadata.creationTimestamp ?? "") || 0;
  return (
    asked(right) - asked(left) || created(right) - created(left) || (left.metadata.name < right.metadata.name ? -1 : 1)
  );
}
