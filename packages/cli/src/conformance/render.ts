import type { ConformanceReport, CoreCaseReport } from "@capstan/testkit";
import { viewOfCore } from "./core-view.ts";
import { viewOfProvider } from "./provider-view.ts";
import { renderHTML } from "./render-html.ts";
import { renderJSON } from "./render-json.ts";
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
