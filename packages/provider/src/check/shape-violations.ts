import { type Violation, violation } from "@capstan/contract";
import { fieldsOf, isJsonObject } from "@capstan/kube";
import type { Asked } from "./asked.ts";

/**
 * Checks the outcome as a value: that it is an outcome of the kind, and that the fields of every outcome have valid types.
 *
 * @param success - the `type` of the outcome that reports success.
 */
export function shapeViolations(success: string, outcome: unknown, asked: Asked): Violation[] {
  const done = asked === "remove" ? "deleted" : success;
  const allowed = [done, "pending", "failed", "unchanged"];
  const { type, status, conditions, message, retryAfterMs } = fieldsOf(outcome);
  if (typeof type !== "string" || !allowed.includes(type)) {
    const expected = `an outcome of ${allowed.map((name) => `outcome.${name}`).join(", ")}`;
    return [violation("outcome", { path: "outcome", expected, actual: type ?? outcome })];
  }
  const isTime = typeof retryAfterMs === "number" && Number.isFinite(retryAfterMs) && retryAfterMs >= 0;
  return [
    ...(retryAfterMs === undefined || isTime
      ? []
      : [
          violation("outcome", { path: "outcome.retryAfterMs", expected: "milliseconds from 0", actual: retryAfterMs }),
        ]),
    ...(status === undefined || isJsonObject(status)
      ? []
      : [violation("outcome", { path: "outcome.status", expected: "an object", actual: status })]),
    ...(conditions === undefined || Array.isArray(conditions)
      ? []
      : [violation("outcome", { path: "outcome.conditions", expected: "a list", actual: conditions })]),
    ...(type === "failed" || message !== undefined ? wordsViolations("outcome.message", message) : []),
  ];
}

function wordsViolations(path: string, words: unknown): Violation[] {
  return typeof words === "string" ? [] : [violation("outcome", { path, expected: "a string", actual: words })];
}
