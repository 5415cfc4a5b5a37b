import type { ConformanceReport } from "@capstan/testkit";
import { renderHTML } from "./render-html.ts";
import { renderJSON } from "./render-json.ts";
import { renderJUnit } from "./render-junit.ts";
import { renderText } from "./render-text.ts";
import type { ReportForm } from "./report-form.ts";

const renderers: Readonly<Record<ReportForm, (report: ConformanceReport) => string>> = {
  text: renderText,
  json: renderJSON,
  junit: renderJUnit,
  html: renderHTML,
};

/** The report in one of its forms. */
export function render(report: ConformanceReport, form: ReportForm): string {
  return renderers[form](report);
}
