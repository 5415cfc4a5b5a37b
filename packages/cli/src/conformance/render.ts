import type { ConformanceReport, CoreCaseReport } from "@capstan/testkit";
import { type RuleId, ruleInfo } from "@capstan/contract";
import { viewOfCore } from "./core-view.ts";
import { viewOfProvider } from "./provider-view.ts";
import { renderHTML } from "./render-html.ts";
import { renderJUnit } from "./render-junit.ts";
import { renderText } from "./render-text.ts";
import type { ReportForm } from "./report-form.ts";
import type { ReportView } from "./report-view.ts";

const renderers: Readonly<Record<Exclude<ReportForm, "json">, (view: ReportView) => string>> = {
  text: renderText,
  junit: renderJUnit,
  html: renderHTML,
};

/** Formats the report about a provider. */
export function render(report: ConformanceReport, form: ReportForm): string {
  return form === "json" ? renderJSON(report) : renderers[form](viewOfProvider(report));
}

/** Formats the report about a core. */
export function renderCore(cases: readonly CoreCaseReport[], form: ReportForm): string {
  return form === "json" ? JSON.stringify({ cases }, undefined, 2) : renderers[form](viewOfCore(cases));
}

/** Formats the report for programs: one JSON object, each rule with its statement and its source. */
function renderJSON(report: ConformanceReport): string {
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
