import { fieldsOf, type JsonObject } from "@capstan/kube";
import { type Condition, type ConditionV1Beta1, reasons, toConditionV1Beta1 } from "@capstan/contract";

/** The limits of `metav1.Condition` for types, reasons and the length of the list. */
const conditionType =
  /^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const conditionReason = /^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/;
const maxConditions = 32;

/**
 * Converts conditions of contract v1beta1 to v1beta2: drops the severity and adds the reason that v1beta2 requires. Conditions that v1beta2
 * cannot store are omitted: those with duplicate types, and with types that are not qualified names.
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

/** Converts conditions of contract v1beta2 to v1beta1, which requires a severity for a False condition (BC-014). */
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

/** The fields of a condition that v1beta1 has and that are strings. */
function strings(condition: unknown): JsonObject {
  return Object.fromEntries(Object.entries(fieldsOf(condition)).filter(([, value]) => typeof value === "string"));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
