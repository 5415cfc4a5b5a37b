import { type RuleId, ruleInfo } from "@capstan/contract";
import type { ConformanceReport } from "@capstan/testkit";

/** Formats the report for programs: one JSON object, each rule with its statement and its source. */
export function renderJSON(report: ConformanceReport): string {
  const cases = report.cases.map((tried) => ({
    ...tried,
    rules: tried.rules.map((each) => ({ ...each, ...about(each) })),
  }));
  return JSON.stringify({ ...report, cases }, undefined, 2);
}

function about({ rule }: { readonly rule: string }): { level: string; statement: string; source: string } {
  const { level, statement, source } = ruleInfo(rule as RuleId);
  return { level, statement, source };
}
