import { type Condition, conditionTypes, setCondition } from "@capstan/contract";
import { fieldsOf } from "@capstan/kube";
import type { KindTraits } from "../definition/kind-traits.ts";
import type { Finding } from "./finding.ts";
import { providerReasons } from "./provider-reasons.ts";

/** A condition without what depends on the object's generation and on time. */
export type ConditionDraft = Pick<Condition, "type" | "status" | "reason" | "message">;

/** Condition types that the SDK itself writes on a kind; an author's conditions have others. */
export function reservedConditions({ condition }: KindTraits): readonly string[] {
  return [conditionTypes.ready, conditionTypes.paused, condition.type];
}

/** Paused False. */
export const notPaused: ConditionDraft = {
  type: conditionTypes.paused,
  status: "False",
  reason: providerReasons.notPaused,
  message: "",
};

/** Paused True, with the cause in words. */
export function pausedCondition(message: string): ConditionDraft {
  return { type: conditionTypes.paused, status: "True", reason: providerReasons.paused, message };
}

/** The conditions a finding makes: the author's, the kind's own, Paused False, and Ready as their summary. */
export function conditionsOf({ condition: { type } }: KindTraits, finding: Finding): ConditionDraft[] {
  const own = (finding.conditions ?? []).map((condition) => ({ ...condition, message: condition.message ?? "" }));
  const provisioned: ConditionDraft = {
    type,
    status: finding.progress === "provisioned" ? "True" : "False",
    reason: finding.reason,
    message: finding.message,
  };
  const ready = readyOf(finding, provisioned, own);
  // An error does not tell whether what was provisioned is still there.
  if (finding.progress === "blocked") return [ready, notPaused, ...own];
  return [ready, provisioned, notPaused, ...own];
}

function readyOf(finding: Finding, provisioned: ConditionDraft, own: readonly ConditionDraft[]): ConditionDraft {
  if (finding.progress === "deleting") {
    const message = finding.message === "" ? finding.reason : `${finding.reason}: ${finding.message}`;
    return { type: conditionTypes.ready, status: "False", reason: providerReasons.deleting, message };
  }
  if (provisioned.status !== "True") return { ...provisioned, type: conditionTypes.ready };
  const spoilt = own.find(({ status }) => status === "False") ?? own.find(({ status }) => status === "Unknown");
  if (spoilt === undefined)
    return { type: conditionTypes.ready, status: "True", reason: providerReasons.ready, message: "" };
  const { type, status, reason, message } = spoilt;
  return { type: conditionTypes.ready, status, reason, message: `${type}: ${message === "" ? reason : message}` };
}

/**
 * `status.conditions` with the drafts in place; others are kept, and times move only with a condition's status.
 *
 * @param present - the list as stored, in the form of either contract version.
 */
export function nextConditions(
  present: unknown,
  drafts: readonly ConditionDraft[],
  context: { readonly generation: number; readonly now: string },
): Condition[] {
  return drafts.reduce<Condition[]>(
    (conditions, draft) => setCondition(conditions, { ...draft, observedGeneration: context.generation }, context.now),
    storedConditions(present),
  );
}

/** Contract v1beta1 has a severity, which the writer of that form adds again. */
function storedConditions(present: unknown): Condition[] {
  return (Array.isArray(present) ? present : []).map((entry: unknown) => {
    const fields = Object.entries(fieldsOf(entry)).filter(([name]) => name !== "severity");
    return { reason: "", message: "", ...Object.fromEntries(fields) } as Condition;
  });
}
