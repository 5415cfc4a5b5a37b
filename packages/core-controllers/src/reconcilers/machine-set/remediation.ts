import {
  annotations,
  conditionTypes,
  type DeepReadonly,
  getCondition,
  hasAnnotation,
  isConditionFalse,
  isConditionTrue,
  type Machine,
  type MachineDeployment,
  type MachineSet,
  reasons,
} from "@capstan/contract";
import { type ConditionDraft } from "../../conditions/condition-draft.ts";
import { isToBeRemediated } from "../../replicas/remediation-state.ts";
import { scaled } from "../../replicas/int-or-percent.ts";
import { isCurrent, isOfDeployment } from "./claimed-machine-set.ts";

/** What is done about Machines that a health check has found unhealthy. */
export interface RemediationDecision {
  /** To be deleted, after they were told; replacements come by themselves. */
  readonly delete: readonly DeepReadonly<Machine>[];
  /** The condition OwnerRemediated of Machines that are told something, those to be deleted included. */
  readonly tell: readonly { readonly machine: DeepReadonly<Machine>; readonly condition: ConditionDraft }[];
  /** Healthy again: the condition OwnerRemediated goes. */
  readonly clear: readonly DeepReadonly<Machine>[];
}

/**
 * Which unhealthy Machines of a set are replaced now: those with the annotation `cluster.x-k8s.io/remediate-machine`
 * first, then the newest, and no more at a time than the MachineDeployment's `spec.remediation.maxInFlight` allows.
 * Those of a set that is rolled away are left to the rollout.
 */
export function decideRemediation(
  set: DeepReadonly<MachineSet>,
  deployment: DeepReadonly<MachineDeployment> | undefined,
  machines: readonly DeepReadonly<Machine>[],
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
  return {
    delete: now,
    tell: [
      ...told(now, reasons.machineDeleting, "Machine is deleting"),
      ...told(affected.slice(room), reasons.remediationDeferred, wait),
    ],
    clear,
  };
}

function told(machines: readonly DeepReadonly<Machine>[], reason: string, message: string) {
  const condition: ConditionDraft = { type: conditionTypes.ownerRemediated, status: "False", reason, message };
  return machines
    .filter((machine) => {
      const before = getCondition(machine, condition.type);
      return before?.reason !== reason || before.message !== message;
    })
    .map((machine) => ({ machine, condition }));
}

function isHealthyAgain(machine: DeepReadonly<Machine>): boolean {
  return (
    isConditionTrue(machine, conditionTypes.healthCheckSucceeded) &&
    isConditionFalse(machine, conditionTypes.ownerRemediated)
  );
}

function isBeingRemediated(machine: DeepReadonly<Machine>): boolean {
  const condition = getCondition(machine, conditionTypes.ownerRemediated);
  return (
    machine.metadata.deletionTimestamp !== undefined &&
    condition?.status === "False" &&
    condition.reason === reasons.machineDeleting
  );
}

function byUrgency(left: DeepReadonly<Machine>, right: DeepReadonly<Machine>): number {
  const asked = (machine: DeepReadonly<Machine>) => Number(hasAnnotation(machine, annotations.remediateMachine));
  const created = ({ metadata }: DeepReadonly<Machine>) => Date.parse(metadata.creationTimestamp ?? "") || 0;
  return (
    asked(right) - asked(left) || created(right) - created(left) || (left.metadata.name < right.metadata.name ? -1 : 1)
  );
}
