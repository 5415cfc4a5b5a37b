import { type ConditionV1Beta1, type DeepReadonly, withFittingStringsV1Beta1 } from "@capstan/contract";
import { rfc3339 } from "./apply.ts";

/** A condition of the v1beta1 status, without its time. */
export type DeprecatedDraft = Omit<DeepReadonly<ConditionV1Beta1>, "lastTransitionTime">;

/** Creates a condition that is True, or False with the obstacle. */
export function deprecatedCondition(
  type: string,
  problem: Omit<DeprecatedDraft, "type" | "status"> | undefined,
): DeprecatedDraft {
  return problem === undefined ? { type, status: "True" } : { type, status: "False", ...problem };
}

const severities: readonly unknown[] = ["Error", "Warning", "Info"];

/**
 * Merges v1beta1 conditions into the list under `status.deprecated`. `Ready` summarizes them: the worst condition that is False, and the
 * first of equally bad ones. As in v1beta1, `lastTransitionTime` changes with every change of the condition.
 *
 * @param aside - types that `Ready` ignores.
 */
export function applyDeprecatedConditions(
  before: readonly DeepReadonly<ConditionV1Beta1>[] | undefined,
  drafts: readonly DeprecatedDraft[],
  now: number,
  aside: readonly string[] = [],
): ConditionV1Beta1[] {
  const rank = ({ severity }: DeprecatedDraft) => severities.indexOf(severity);
  const [problem] = drafts
    .filter(({ type, status }) => status === "False" && !aside.includes(type))
    .sort((left, right) => rank(left) - rank(right));
  const ready: DeprecatedDraft =
    problem === undefined ? { type: "Ready", status: "True" } : { ...problem, type: "Ready" };
  return [ready, ...drafts].map((draft) => dated(before, draft, now)).sort(inOrder);
}

/** Merges v1beta1 conditions into the list under `status.deprecated`, and leaves its other conditions unchanged. */
export function mergeDeprecatedConditions(
  before: readonly DeepReadonly<ConditionV1Beta1>[] | undefined,
  drafts: readonly DeprecatedDraft[],
  now: number,
): ConditionV1Beta1[] {
  const kept = (before ?? []).filter(({ type }) => !drafts.some((draft) => draft.type === type));
  return [...kept.map((condition) => ({ ...condition })), ...drafts.map((draft) => dated(before, draft, now))].sort(
    inOrder,
  );
}

function dated(
  before: readonly DeepReadonly<ConditionV1Beta1>[] | undefined,
  worded: DeprecatedDraft,
  now: number,
): ConditionV1Beta1 {
  const draft = withFittingStringsV1Beta1(worded);
  const current = before?.find(({ type }) => type === draft.type);
  const lastTransitionTime =
    current !== undefined && saysTheSame(current, draft) ? current.lastTransitionTime : rfc3339(now);
  return { ...draft, lastTransitionTime };
}

/** Ready comes first, as in v1beta1. */
function inOrder(left: ConditionV1Beta1, right: ConditionV1Beta1): number {
  const rank = ({ type }: ConditionV1Beta1) => Number(type !== "Ready");
  return rank(left) - rank(right) || (left.type < right.type ? -1 : 1);
}

function saysTheSame(current: DeepReadonly<ConditionV1Beta1>, draft: DeprecatedDraft): boolean {
  return (["status", "severity", "reason", "message"] as const).every((field) => current[field] === draft[field]);
}
