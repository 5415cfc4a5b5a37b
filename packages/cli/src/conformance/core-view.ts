import { isRuleId, ruleText } from "@capstan/contract";
import type { CoreCaseReport } from "@capstan/testkit";
import type { ReportView, SourceView } from "./report-view.ts";

/** The view of a report about a core. */
export function viewOfCore(reports: readonly CoreCaseReport[]): ReportView {
  const broken = reports.filter(({ verdict }) => verdict === "broken").length;
  const cases = reports.map((report) => ({ ...report, sources: report.sources.map((id) => sourceOf(id, report)) }));
  return {
    title: "What providers rely on a core to do",
    summary: [`Cases: ${reports.length - broken} passed, ${broken} broken.`],
    groups: [{ name: "core", title: "The core", cases }],
  };
}

/** A rule, a row of the proposal, or a section of the description of phases. */
function sourceOf(id: string, { verdict, expected }: CoreCaseReport): SourceView {
  if (isRuleId(id)) return { id, verdict, text: ruleText(id) };
  const page = id.startsWith("phases") ? "the semantics of phases" : "docs/specification.md";
  return { id, verdict, text: `${id}: ${expected} (${page})` };
}
