import { conditionTypes, type DeepReadonly, isConditionTrue, type MachineStatus } from "@capstan/contract";
import { jsonEqual } from "@capstan/kube";
import { statusChange, type StatusChange } from "../../kit/hold-back.ts";
import { type DeletionProgress } from "./deletion-progress.ts";

/** Conditions that only show the progress of a Machine: no controller waits for them. */
const steps: readonly string[] = [
  conditionTypes.bootstrapConfigReady,
  conditionTypes.infrastructureReady,
  conditionTypes.upToDate,
];

/** Options of {@link machineStatusChange}. */
export interface MachineStatusChangeOptions {
  /** `undefined`: the Machine is not being deleted. */
  readonly deletion: DeletionProgress | undefined;
  /** Set by the manager: whether steps may be held back. */
  readonly holdsStatus: boolean;
}

/**
 * Classifies the change of a Machine's status. The steps on the way to a Node count as wording, and so do the steps of a deletion that
 * usually follow within moments: on a fast infrastructure they follow each other closely, and each would cost a write.
 */
export function machineStatusChange(
  before: DeepReadonly<MachineStatus> | undefined,
  after: DeepReadonly<MachineStatus>,
  { deletion, holdsStatus }: MachineStatusChangeOptions,
): StatusChange {
  const change = statusChange(before, after);
  if (change !== "substance") return change;
  const isShown = isConditionTrue({ status: before }, conditionTypes.deleting);
  if (deletion?.passing === true && (holdsStatus || isShown)) return "wording";
  if (!holdsStatus) return "substance";
  return jsonEqual(milestones(before ?? {}), milestones(after)) ? "wording" : "substance";
}

/**
 * The fields that other controllers wait for: the Node, whether the Machine is usable, whether it failed, and the progress of its deletion.
 */
function milestones({ nodeRef, deletion, deprecated, conditions = [] }: DeepReadonly<MachineStatus>): object {
  const { failureReason, failureMessage } = deprecated?.v1beta1 ?? {};
  const holding = conditions.filter(({ type, status }) => status === "True" && !steps.includes(type));
  return { nodeRef, deletion, failureReason, failureMessage, holding: holding.map(({ type }) => type).sort() };
}
