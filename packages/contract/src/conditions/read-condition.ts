import { isJsonObject } from "@capstan/kube";
import { type Condition, type ConditionStatus } from "../kubernetes/condition.ts";
import { reasons } from "./condition-reasons.ts";

/**
 * Reads a condition of a provider object, in either form, as core mirrors it: from `status.v1beta2.conditions` if that is a list, otherwise
 * from `status.conditions` (rule BC-015). A malformed item makes the whole list invalid, and the result is an Unknown condition that
 * reports it (rule BC-012).
 */
export function readCondition(object: unknown, type: string): Condition | undefined {
  const status = isJsonObject(object) && isJsonObject(object.status) ? object.status : {};
  const staged = isJsonObject(status.v1beta2) ? status.v1beta2.conditions : undefined;
  const list: unknown = Array.isArray(staged) ? staged : status.conditions;
  if (!Array.isArray(list)) return undefined;

  let found: Condition | undefined;
  for (const item of list as unknown[]) {
    if (!isJsonObject(item)) continue;
    const problem = problemOf(item);
    if (problem !== undefined) {
      return {
        type,
        status: "Unknown",
        reason: reasons.invalidConditionReported,
        message: problem,
        lastTransitionTime: "",
      };
    }
    if (item.type === type) found ??= toCondition(item);
  }
  return found;
}

function problemOf(item: Readonly<Record<string, unknown>>): string | undefined {
  const { type, status } = item;
  if (typeof type !== "string" || type === "") return "a condition has no type";
  if (status !== "True" && status !== "False" && status !== "Unknown") {
    return `status of condition ${type} must be True, False or Unknown`;
  }
  for (const field of ["reason", "message", "lastTransitionTime"] as const) {
    const value = item[field];
    if (value !== undefined && typeof value !== "string") return `${field} of condition ${type} is not a string`;
  }
  const { observedGeneration } = item;
  if (observedGeneration !== undefined && !Number.isInteger(observedGeneration)) {
    return `observedGeneration of condition ${type} is not an integer`;
  }
  return undefined;
}

function toCondition(item: Readonly<Record<string, unknown>>): Condition {
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return {
    type: text(item.type),
    status: item.status as ConditionStatus,
    ...(typeof item.observedGeneration === "number" ? { observedGeneration: item.observedGeneration } : {}),
    lastTransitionTime: text(item.lastTransitionTime),
    reason: text(item.reason) || reasons.noReasonReported,
    message: text(item.message),
  };
}
