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

/** What a Machine is told about its remediation. */
export interface ToldRemediation {
  readonly machine: SetMachine;
  /** OwnerRemediated. */
  readonly condition: NewCondition;
  /** OwnerRemediated in the form of v1beta1, where that changes. */
  readonly deprecated?: DeprecatedDraft;
}

/** What is done about Machines that a health check has found unhealthy. */
export interface RemediationDecision {
  /** To be deleted, after they were told; replacements come by themselves. */
  readonly delete: readonly SetMachine[];
  /** Machines that are told something, those to be deleted included. */
  readonly tell: readonly ToldRemediation[];
  /** Healthy again: the condition OwnerRemediated goes, in both forms. */
  readonly clear: readonly SetMachine[];
}

/**
 * Which unhealthy Machines of a set are replaced now: those with the annotation `cluster.x-k8s.io/remediate-machine`
 * first, then the newest, and no more at a time than the MachineDeployment's `spec.remediation.maxInFlight` allows.
 * Those of a set that is rolled away are left to the rollout, and nobody is deleted whose replacement could not be made.
 *
 * @param preflight - why no Machine should be made at the moment, a sentence each; only asked where one is to be replaced.
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
  if (affected.length === 0) return { delete: [], tell: [], clear };
  if (isOfDeployment(set) && !isCurrent(set, deployment, annotations.machineDeploymentRevision)) {
    const message = "Machine won't be remediated because it is pending removal due to rollout";
    return { delete: [], tell: told(affected, reasons.cannotBeRemediated, message), clear };
  }
  const limit = deployment?.spec.remediation?.maxInFlight;
  const allowed = scaled(limit, deployment?.spec.replicas ?? 1, "up") ?? Number.POSITIVE_INFINITY;
  const room = Math.max(0, allowed - machines.filter(isBeingRemediated).length);
  const now = affected.slice(0, room);
  const wait = `Waiting because there are already too many remediations in progress (spec.remediation.maxInFlight is ${String(limit)})`;
  const later = told(affected.slice(room), reasons.remediationDeferred, wait);
  const problems = now.length === 0 ? [] : preflight();
  if (problems.length > 0) {
    const message = problems.map((problem) => `* ${problem}`).join("\n");
    const deprecated = deprecatedCondition(type, {
      severity: "Warning",
      reason: reasons.waitingForRemediation,
      message: problems.join("; "),
    });
    const tell = [...told(now, reasons.remediationDeferred, message, deprecated), ...later];
    return { delete: [], tell, clear };
  }
  const deleting = told(now, reasons.machineDeleting, "Machine is deleting", deprecatedCondition(type, undefined));
  return { delete: now, tell: [...deleting, ...later], clear };
}

const type = conditionTypes.ownerRemediated;

function told(
  machines: readonly SetMachine[],
  reason: string,
  message: string,
  deprecated?: DeprecatedDraft,
): ToldRemediation[] {
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
