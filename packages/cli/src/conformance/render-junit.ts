import { type RuleId, ruleText } from "@capstan/contract";
import type { CaseReport, ConformanceReport } from "@capstan/testkit";
import { escapeMarkup } from "./escape-markup.ts";
import { verdictOf } from "./verdict-of.ts";

/** The report for CI servers: a JUnit test suite for each kind. What cannot be observed is skipped, what cannot be played is an error. */
export function renderJUnit({ cases }: ConformanceReport): string {
  const kinds = Map.groupBy(cases, ({ kind }) => kind);
  const suites = [...kinds].map(([kind, ofKind]) => suiteOf(kind, ofKind));
  return ['<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>", ...suites, "</testsuites>"].join("\n");
}

function suiteOf(kind: string, cases: readonly CaseReport[]): string {
  const of = (wanted: string) => cases.filter((each) => verdictOf(each) === wanted).length;
  const time = cases.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(1);
  const counts = `tests="${cases.length}" failures="${of("broken")}" errors="${of("blocked")}" skipped="${of("not observable")}"`;
  const lines = cases.map((each) => testOf(kind, each));
  return [`  <testsuite name="${escapeMarkup(kind)}" ${counts} time="${time}">`, ...lines, "  </testsuite>"].join("\n");
}

function testOf(kind: string, tried: CaseReport): string {
  const { rules, expected, seconds } = tried;
  const name = escapeMarkup(`${rules.map(({ rule }) => rule).join(", ")}: ${expected}`);
  const begin = `    <testcase classname="${escapeMarkup(kind)}" name="${name}" time="${seconds}"`;
  const body = bodyOf(tried);
  return body === "" ? `${begin}/>` : `${begin}>${body}</testcase>`;
}

function bodyOf(tried: CaseReport): string {
  const { rules, finding } = tried;
  const verdict = verdictOf(tried);
  if (verdict === "not observable") {
    return `<skipped message="${escapeMarkup(rules[0]?.reason ?? "")}"/>`;
  }
  if (finding === undefined) return "";
  const broken = rules.filter((each) => each.verdict === "broken").map(({ rule }) => ruleText(rule as RuleId));
  const objects = finding.objects.map((object) => JSON.stringify(object));
  const text = [finding.found, ...broken, ...(finding.requests ?? []), ...objects].join("\n");
  const element = verdict === "broken" ? "failure" : "error";
  return `<${element} message="${escapeMarkup(finding.found)}">${escapeMarkup(text)}</${element}>`;
}
