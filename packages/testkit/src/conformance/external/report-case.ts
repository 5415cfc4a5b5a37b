import type { DynamicRuleId } from "@capstan/contract";
import type { ConcerningCase } from "../cases/rule-cases.ts";
import type { Outcome, Seen } from "../play/outcome.ts";
import type { TestedKind } from "../scene/subject.ts";
import type { CaseReport, FindingReport, RuleVerdict } from "./conformance-report.ts";

/** Converts the outcome of a case for the report. */
export function reportCase(
  { kind, role, contract }: TestedKind,
  { holding, sentence }: ConcerningCase,
  outcome: Outcome,
  seconds: number,
): CaseReport {
  const seen = outcome.type === "broken" || outcome.type === "blocked" ? { finding: findingOf(outcome.seen) } : {};
  const rules = holding.map((rule) => verdictOf(rule, outcome));
  return { kind: kind.kind, role, contract, expected: sentence, rules, ...seen, seconds };
}

function verdictOf(rule: DynamicRuleId, outcome: Outcome): RuleVerdict {
  switch (outcome.type) {
    case "passed": {
      const reason = outcome.unobserved.get(rule);
      return reason === undefined ? { rule, verdict: "passed" } : { rule, verdict: "not observable", reason };
    }
    case "broken":
      return { rule, verdict: outcome.rules.includes(rule) ? "broken" : "blocked" };
    case "blocked":
      return { rule, verdict: "blocked" };
    case "unobservable":
      return { rule, verdict: "not observable", reason: outcome.reason };
  }
}

function findingOf({ found, requests, objects }: Seen): FindingReport {
  return { found: found.message, ...(requests === undefined ? {} : { requests }), objects };
}
