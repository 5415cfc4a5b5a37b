import { type Condition, conditionTypes, reasons, roleOf, setCondition } from "@capstan/contract";
import { fieldsOf } from "@capstan/kube";
import type { ProviderDefinition } from "../definition/definition.ts";
import type { KindTraits } from "../definition/kind-traits.ts";
import type { Finding } from "../finding/finding.ts";
import { providerReasons } from "../finding/provider-reasons.ts";

/** A condition without the fields that depend on the object's generation and on time. */
export type ConditionDraft = Pick<Condition, "type" | "status" | "reason" | "message">;

/** Condition types that the SDK itself writes on a kind; an author's conditions must have other types. */
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

/** Paused True, with the cause as its message. */
export function pausedCondition(message: string): ConditionDraft {
  return { type: conditionTypes.paused, status: "True", reason: providerReasons.paused, message };
}

/**
 * The conditions of a finding: the author's, the kind's own, Paused False, the condition that core mirrors, and Ready as their summary.
 *
 * @param wasDone - whether the object has reported before that it is done.
 */
export function conditionsOf(
  { role, traits: { condition } }: Pick<ProviderDefinition, "role" | "traits">,
  wasDone: boolean,
  finding: Finding,
): ConditionDraft[] {
  const { reason, message } = finding;
  const own = (finding.conditions ?? []).map((each) => ({ ...each, message: each.message ?? "" }));
  const isDone = finding.progress === "provisioned";
  const present: ConditionDraft = { type: condition.type, status: isDone ? "True" : "False", reason, message };
  const ready = readyOf(finding, present, own);
  // An error does not show whether the provisioned infrastructure still exists.
  if (finding.progress === "blocked") return [ready, notPaused, ...own];
  const stays = condition.lasting === true && wasDone;
  const provisioned: ConditionDraft = stays
    ? { type: condition.type, status: "True", reason: condition.reason, message: "" }
    : present;
  const isSaid = own.some(({ type }) => type === roleOf(role).mirrored.type);
  return [ready, provisioned, notPaused, ...(isSaid ? [] : mirroredOf(role, isDone || wasDone, finding)), ...own];
}

/** The condition that core mirrors, unless that is Ready or the author has set it. */
function mirroredOf(
  role: ProviderDefinition["role"],
  isDone: boolean,
  { progress, reason, message }: Finding,
): ConditionDraft[] {
  const { type } = roleOf(role).mirrored;
  if (type === conditionTypes.ready || progress === "deleting") return [];
  if (progress === "failed" || !isDone) return [{ type, status: "False", reason, message }];
  return [{ type, status: "True", reason: reasons.available, message: "" }];
}

/** Conditions that the contract defines for authors and that are False in a healthy object; Ready does not depend on them. */
const negativePolarity: readonly string[] = [
  conditionTypes.rollingOut,
  conditionTypes.scalingUp,
  conditionTypes.scalingDown,
  conditionTypes.remediating,
];

/** Ready as the summary of the other conditions. */
export function readyOf(finding: Finding, provisioned: ConditionDraft, own: readonly ConditionDraft[]): ConditionDraft {
  if (finding.progress === "deleting") {
    const message = finding.message === "" ? finding.reason : `${finding.reason}: ${finding.message}`;
    return { type: conditionTypes.ready, status: "False", reason: providerReasons.deleting, message };
  }
  if (provisioned.status !== "True") return { ...provisioned, type: conditionTypes.ready };
  const judged = own.filter(({ type }) => !negativePolarity.includes(type));
  const worst = judged.find(({ status }) => status === "False") ?? judged.find(({ status }) => status === "Unknown");
  if (worst === undefined)
    return { type: conditionTypes.ready, status: "True", reason: providerReasons.ready, message: "" };
  const { type, status, reason, message } = worst;
  return { type: conditionTypes.ready, status, reason, message: `${type}: ${message === "" ? reason : message}` };
}

/**
 * Merges the drafts into `status.conditions`: other conditions are kept, and a transition time changes only with the status.
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
