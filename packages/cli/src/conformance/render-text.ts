import { type RuleId, ruleText } from "@capstan/contract";
import type { CaseReport, ConformanceReport, Verdict } from "@capstan/testkit";
import { dump } from "js-yaml";
import { summaryOf } from "./summary.ts";
import { verdictOf } from "./verdict-of.ts";

const marks: Readonly<Record<Verdict, string>> = {
  passed: "ok",
  broken: "BROKEN",
  blocked: "blocked",
  "not observable": "not seen",
};

/** The report for people: a line for each case, and all that was seen where a rule is broken. */
export function renderText(report: ConformanceReport): string {
  const kinds = Map.groupBy(report.cases, ({ kind, role, contract }) => `${kind} (${role}, contract ${contract})`);
  const parts = [...kinds].map(([title, cases]) => [title, ...cases.flatMap(linesOf)].join("\n"));
  return [...parts, summaryOf(report)].join("\n\n");
}

function linesOf(tried: CaseReport): readonly string[] {
  const { rules, expected, finding } = tried;
  const mark = marks[verdictOf(tried)].padEnd(8);
  const line = `  ${mark}  ${rules.map(({ rule }) => rule).join(", ")}: ${expected}`;
  if (finding === undefined) return [line, ...reasonsOf(tried)];
  const broken = rules.filter(({ verdict }) => verdict === "broken").map(({ rule }) => ruleText(rule as RuleId));
  const requests = finding.requests ?? ["(the suite does not see them)"];
  return [
    line,
    ...block("found", [finding.found]),
    ...block("rule", broken),
    ...block("requests", requests),
    ...block(
      "objects",
      finding.objects.flatMap((object) => ["---", ...dump(object).trimEnd().split("\n")]),
    ),
  ];
}

/** Each reason once, with the rules that it keeps from being observed. */
function reasonsOf({ rules }: CaseReport): readonly string[] {
  const unseen = rules.filter(({ reason }) => reason !== undefined);
  const reasons = Map.groupBy(unseen, ({ reason = "" }) => reason);
  return [...reasons].map(([reason, of]) => `            ${of.map(({ rule }) => rule).join(", ")}: ${reason}`);
}

function block(title: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  return [`      ${title}:`, ...lines.flatMap((line) => line.split("\n")).map((line) => `        ${line}`)];
}
