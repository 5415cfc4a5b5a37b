import type { Violation } from "@capstan/contract";
import type { ProviderRole } from "../definition/contract-fields.ts";
import { fieldsOf } from "../lifecycle/stored-object.ts";
import type { Asked } from "./outcome-violations.ts";
import { sources, violation } from "./violation.ts";

const success: Readonly<Record<ProviderRole, string>> = {
  BootstrapConfig: "data",
  InfraMachine: "provisioned",
  InfraCluster: "clusterProvisioned",
};

/** In violations of what an outcome is, the place of a contract rule. */
const rule = "outcome";

/** What is wrong with the outcome as a value: something else, an outcome of another kind, a time that is none. */
export function shapeViolations(role: ProviderRole, outcome: unknown, asked: Asked): Violation[] {
  const allowed = [asked === "remove" ? "deleted" : success[role], "pending", "failed", "unchanged"];
  const { type, status, conditions, message, retryAfterMs } = fieldsOf(outcome);
  if (typeof type !== "string" || !allowed.includes(type)) {
    const expected = `an outcome of ${allowed.map((name) => `outcome.${name}`).join(", ")}`;
    return [violation(rule, "outcome", expected, type ?? outcome, sources.outcome)];
  }
  const isTime = typeof retryAfterMs === "number" && Number.isFinite(retryAfterMs) && retryAfterMs >= 0;
  return [
    ...(retryAfterMs === undefined || isTime
      ? []
      : [violation(rule, "outcome.retryAfterMs", "milliseconds from 0", retryAfterMs, sources.outcome)]),
    ...(status === undefined || (typeof status === "object" && status !== null && !Array.isArray(status))
      ? []
      : [violation(rule, "outcome.status", "an object", status, sources.outcome)]),
    ...(conditions === undefined || Array.isArray(conditions)
      ? []
      : [violation(rule, "outcome.conditions", "a list", conditions, sources.outcome)]),
    ...(type === "failed" || message !== undefined ? wordsViolations("outcome.message", message) : []),
  ];
}

function wordsViolations(path: string, words: unknown): Violation[] {
  return typeof words === "string" ? [] : [violation(rule, path, "a text", words, sources.outcome)];
}
