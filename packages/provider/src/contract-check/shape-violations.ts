import { type Violation, violation } from "@capstan/contract";
import type { ProviderRole } from "../definition/contract-fields.ts";
import { fieldsOf } from "../lifecycle/stored-object.ts";
import type { Asked } from "./outcome-violations.ts";

const success: Readonly<Record<ProviderRole, string>> = {
  BootstrapConfig: "data",
  InfraMachine: "provisioned",
  InfraCluster: "clusterProvisioned",
};

/** What is wrong with the outcome as a value: something else, an outcome of another kind, a time that is none. */
export function shapeViolations(role: ProviderRole, outcome: unknown, asked: Asked): Violation[] {
  const allowed = [asked === "remove" ? "deleted" : success[role], "pending", "failed", "unchanged"];
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
    ...(status === undefined || (typeof status === "object" && status !== null && !Array.isArray(status))
      ? []
      : [violation("outcome", { path: "outcome.status", expected: "an object", actual: status })]),
    ...(conditions === undefined || Array.isArray(conditions)
      ? []
      : [violation("outcome", { path: "outcome.conditions", expected: "a list", actual: conditions })]),
    ...(type === "failed" || message !== undefined ? wordsViolations("outcome.message", message) : []),
  ];
}

function wordsViolations(path: string, words: unknown): Violation[] {
  return typeof words === "string" ? [] : [violation("outcome", { path, expected: "a text", actual: words })];
}
