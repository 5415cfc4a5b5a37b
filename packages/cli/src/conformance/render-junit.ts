import { escapeMarkup } from "./escape-markup.ts";
import { brokenCitations, type CaseView, type GroupView, type ReportView } from "./report-view.ts";

/**
 * Formats the report for CI servers: a JUnit test suite for each kind. A case that cannot be observed is skipped; a case that cannot run is
 * an error.
 */
export function renderJUnit({ groups }: ReportView): string {
  return ['<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>", ...groups.map(suiteOf), "</testsuites>"].join("\n");
}

function suiteOf({ name, cases }: GroupView): string {
  const of = (wanted: string) => cases.filter(({ verdict }) => verdict === wanted).length;
  const time = cases.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(1);
  const counts = `tests="${cases.length}" failures="${of("broken")}" errors="${of("blocked")}" skipped="${of("not observable")}"`;
  const lines = cases.map((each) => testOf(name, each));
  return [`  <testsuite name="${escapeMarkup(name)}" ${counts} time="${time}">`, ...lines, "  </testsuite>"].join("\n");
}

function testOf(group: string, tried: CaseView): string {
  const { sources, expected, seconds } = tried;
  const name = escapeMarkup(`${sources.map(({ id }) => id).join(", ")}: ${expected}`);
  const begin = `    <testcase classname="${escapeMarkup(group)}" name="${name}" time="${seconds}"`;
  const body = bodyOf(tried);
  return body === "" ? `${begin}/>` : `${begin}>${body}</testcase>`;
}

function bodyOf(tried: CaseView): string {
  const { verdict, sources, finding } = tried;
  if (verdict === "not observable") {
    return `<skipped message="${escapeMarkup(sources[0]?.reason ?? "")}"/>`;
  }
  if (finding === undefined) return "";
  const objects = finding.objects.map((object) => JSON.stringify(object));
  const text = [finding.found, ...brokenCitations(tried), ...(finding.requests ?? []), ...objects].join("\n");
  const element = verdict === "broken" ? "failure" : "error";
  return `<${element} message="${escapeMarkup(finding.found)}">${escapeMarkup(text)}</${element}>`;
}
