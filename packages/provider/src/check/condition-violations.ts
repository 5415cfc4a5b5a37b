import { type Violation, violation } from "@capstan/contract";
import { fieldsOf } from "@capstan/kube";
import type { AuthorCondition } from "../outcome/outcome.ts";

const reasonPattern = /^[A-Za-z](?:[A-Za-z0-9_,:]*[A-Za-z0-9_])?$/;
const statuses: readonly unknown[] = ["True", "False", "Unknown"];

/** Checks the reason of a condition. */
export function reasonViolations(reason: unknown): Violation[] {
  if (typeof reason === "string" && reasonPattern.test(reason)) return [];
  const path = "status.conditions[].reason";
  return [violation("BC-012", { path, expected: "a word in UpperCamelCase", actual: reason })];
}

/**
 * Checks an author's conditions: well formed, no duplicates, and no type that the SDK itself writes (rule BC-012).
 *
 * @param reserved - the types that the SDK writes.
 */
export function conditionViolations(reserved: readonly string[], conditions: readonly AuthorCondition[]): Violation[] {
  return conditions.flatMap((condition, index) => {
    const { type, status, reason, message } = fieldsOf(condition);
    const path = `status.conditions[type=${String(type)}]`;
    const isOwn = typeof type === "string" && type !== "" && !reserved.includes(type);
    const isFirst = conditions.findIndex((other) => fieldsOf(other).type === type) === index;
    const expected = `a unique condition type of the provider, not one of ${reserved.join(", ")}`;
    return [
      ...(isOwn && isFirst ? [] : [violation("BC-012", { path, expected, actual: type })]),
      ...(statuses.includes(status)
        ? []
        : [violation("BC-012", { path: `${path}.status`, expected: "True, False or Unknown", actual: status })]),
      ...reasonViolations(reason),
      ...(message === undefined || typeof message === "string"
        ? []
        : [violation("BC-012", { path: `${path}.message`, expected: "a string", actual: message })]),
    ];
  });
}
