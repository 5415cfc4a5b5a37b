import { type RuleId, ruleText } from "@capstan/contract";
import type { CaseReport, ConformanceReport, RuleVerdict } from "@capstan/testkit";
import type { CaseView, ReportView, SourceView } from "./report-view.ts";
import { verdictOf } from "./verdict-of.ts";

/** The view of a report about a provider. */
export function viewOfProvider(report: ConformanceReport): ReportView {
  const kinds = Map.groupBy(report.cases, ({ kind, role, contract }) => `${kind} (${role}, contract ${contract})`);
  return {
    title: "Conformance with the Cluster API contract",
    summary: summaryOf(report),
    groups: [...kinds].map(([title, cases]) => ({ name: cases[0]?.kind ?? title, title, cases: cases.map(caseOf) })),
  };
}

function caseOf(tried: CaseReport): CaseView {
  return { ...tried, verdict: verdictOf(tried), sources: tried.rules.map(sourceOf) };
}

function sourceOf({ rule, verdict, reason }: RuleVerdict): SourceView {
  return { id: rule, verdict, text: ruleText(rule as RuleId), reason };
}

function summaryOf({ cases, counts }: ConformanceReport): readonly string[] {
  const of = (wanted: string) => cases.filter((each) => verdictOf(each) === wanted).length;
  return [
    `Cases: ${of("passed")} passed, ${of("broken")} with a broken rule, ${of("blocked")} blocked, ${of("not observable")} not observable.`,
    `Rules: ${counts.passed} passed, ${counts.broken} broken, ${counts.blocked} blocked, ${counts["not observable"]} not observable.`,
  ];
}
