import { type ConditionV1Beta1, type DeepReadonly } from "@capstan/contract";
import { rfc3339 } from "../conditions/apply.ts";

/** A condition of the v1beta1 status, before its time is filled in. */
export interface DeprecatedDraft {
  readonly type: string;
  readonly status: "True" | "False";
  readonly severity?: "Error" | "Warning" | "Info";
  readonly reason?: string;
  readonly message?: string;
}

/** `True`, or what is in the way. */
export function deprecatedCondition(
  type: string,
  problem: Omit<DeprecatedDraft, "type" | "status"> | undefined,
): DeprecatedDraft {
  return problem === undefined ? { type, status: "True" } : { type, status: "False", ...problem };
}

/**
 * Puts v1beta1 conditions into the list of `status.deprecated`, with `Ready` summing them up: the first that is False.
 * As in v1beta1, `lastTransitionTime` moves with every change.
 */
export function applyDeprecatedConditions(
  before: readonly DeepReadonly<ConditionV1Beta1>[] | undefined,
  drafts: readonly DeprecatedDraft[],
  now: number,
): ConditionV1Beta1[] {
  const problem = drafts.find(({ status }) => status === "False");
  const ready: DeprecatedDraft =
    problem === undefined ? { type: "Ready", status: "True" } : { ...problem, type: "Ready" };
  const sorted = [...drafts].sort((left, right) => (left.type < right.type ? -1 : 1));
  return [ready, ...sorted].map((draft) => {
    const current = before?.find(({ type }) => type === draft.type);
    const lastTransitionTime =
      current !== undefined && saysTheSame(current, draft) ? current.lastTransitionTime : rfc3339(now);
    return { ...draft, lastTransitionTime };
  });
}

function saysTheSame(current: DeepReadonly<ConditionV1Beta1>, draft: DeprecatedDraft): boolean {
  return (["status", "severity", "reason", "message"] as const).every((field) => current[field] === draft[field]);
}
