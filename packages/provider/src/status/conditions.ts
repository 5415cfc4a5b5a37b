import { type Condition, setCondition } from "@capstan/contract";
import type { ProviderRole } from "../definition/contract-fields.ts";
import { fieldsOf } from "../lifecycle/stored-object.ts";
import { provisionedConditions, providerReasons } from "./condition-types.ts";
import type { Finding } from "./finding.ts";

/** A condition without what depends on the object's generation and on time. */
export type ConditionDraft = Pick<Condition, "type" | "status" | "reason" | "message">;

/** Paused False. */
export const notPaused: ConditionDraft = {
  type: "Paused",
  status: "False",
  reason: providerReasons.notPaused,
  message: "",
};

/** Paused True, with the cause in words. */
export function pausedCondition(message: string): ConditionDraft {
  return { type: "Paused", status: "True", reason: providerReasons.paused, message };
}

/** The conditions a finding makes: the author's, the kind's own, Paused False, and Ready as their summary. */
export function conditionsOf(role: ProviderRole, finding: Finding): ConditionDraft[] {
  const own = (finding.conditions ?? []).map((condition) => ({ ...condition, message: condition.message ?? "" }));
  const provisioned: ConditionDraft = {
    type: provisionedConditions[role].type,
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
    return { type: "Ready", status: "False", reason: providerReasons.deleting, message };
  }
  if (provisioned.status !== "True") return { ...provisioned, type: "Ready" };
  const spoilt = own.find(({ status }) => status === "False") ?? own.find(({ status }) => status === "Unknown");
  if (spoilt === undefined) return { type: "Ready", status: "True", reason: providerReasons.ready, message: "" };
  const { type, status, reason, message } = spoilt;
  return { type: "Ready", status, reason, message: `${type}: ${message === "" ? reason : message}` };
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

/** Contract v1beta1 has a severity, which the writer of that form adds anew. */
function storedConditions(present: unknown): Condition[] {
  return (Array.isArray(present) ? present : []).map((entry: unknown) => {
    const fields = Object.entries(fieldsOf(entry)).filter(([name]) => name !== "severity");
    return { reason: "", message: "", ...Object.fromEntries(fields) } as Condition;
  });
}
