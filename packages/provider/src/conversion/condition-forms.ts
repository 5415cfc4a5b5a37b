import { fieldsOf, type JsonObject } from "@capstan/kube";
import { type Condition, type ConditionV1Beta1, reasons, toConditionV1Beta1 } from "@capstan/contract";

/** What `metav1.Condition` accepts as type and reason, and how many of them a list may have. */
const conditionType =
  /^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const conditionReason = /^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/;
const maxConditions = 32;

/**
 * Conditions of contract v1beta1 as those of v1beta2: without severity, and with the reason that v1beta2 demands. One that v1beta2
 * could not store is left out: its type is not a qualified name, or is a duplicate.
 */
export function toConditions(conditions: readonly unknown[]): Condition[] {
  const seen = new Set<string>();
  return conditions
    .map(fieldsOf)
    .filter(({ type }) => {
      if (typeof type !== "string" || !conditionType.test(type) || seen.has(type)) return false;
      seen.add(type);
      return true;
    })
    .slice(0, maxConditions)
    .map(toCondition);
}

/** Conditions of contract v1beta2 as those of v1beta1. A False condition needs a severity there (BC-014). */
export function toConditionsV1Beta1(conditions: readonly unknown[]): ConditionV1Beta1[] {
  return conditions.map((condition) => {
    const { reason, ...rest } = toConditionV1Beta1(strings(condition) as unknown as Condition);
    return { ...rest, ...(reason === undefined || reason === reasons.noReasonReported ? {} : { reason }) };
  });
}

function toCondition({ type, status, lastTransitionTime, reason, message }: JsonObject): Condition {
  return {
    type: textOf(type),
    status: status === "True" || status === "False" ? status : "Unknown",
    lastTransitionTime: textOf(lastTransitionTime),
    reason: typeof reason === "string" && conditionReason.test(reason) ? reason : reasons.noReasonReported,
    message: textOf(message),
  };
}

/** The fields of a condition that v1beta1 has, which are strings. */
function strings(condition: unknown): JsonObject {
  return Object.fromEntries(Object.entries(fieldsOf(condition)).filter(([, value]) => typeof value === "string"));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
