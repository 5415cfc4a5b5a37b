import { conditionTypes, type DeepReadonly, isConditionTrue, type MachineStatus } from "@capstan/contract";
import { jsonEqual } from "@capstan/kube";
import { statusChange, type StatusChange } from "../../kit/hold-back.ts";
import { type DeletionProgress } from "./deletion-progress.ts";

/** Conditions that only show how far a Machine has come: nothing waits for them. */
const steps: readonly string[] = [
  conditionTypes.bootstrapConfigReady,
  conditionTypes.infrastructureReady,
  conditionTypes.upToDate,
];

/** Options of {@link machineStatusChange}. */
export interface MachineStatusChangeOptions {
  /** `undefined`: the Machine is not being deleted. */
  readonly deletion: DeletionProgress | undefined;
  /** As of the manager: whether steps may be held back. */
  readonly holdsStatus: boolean;
}

/**
 * How much the status of a Machine changes. The steps on the way to a Node count as wording, and so do those of a deletion that
 * usually come within moments: on a fast infrastructure they follow each other closely, and each would cost a write.
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

/** What others wait for: its Node, whether it is usable, whether it failed, and how far its deletion has come. */
function milestones({ nodeRef, deletion, deprecated, conditions = [] }: DeepReadonly<MachineStatus>): object {
  const { failureReason, failureMessage } = deprecated?.v1beta1 ?? {};
  const holding = conditions.filter(({ type, status }) => status === "True" && !steps.includes(type));
  return { nodeRef, deletion, failureReason, failureMessage, holding: holding.map(({ type }) => type).sort() };
}
