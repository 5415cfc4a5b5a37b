import { type RuleId, ruleInfo } from "@capstan/contract";
import type { CaseReport, ConformanceReport, RuleVerdict } from "@capstan/testkit";
import { dump } from "js-yaml";
import { escapeMarkup } from "./escape-markup.ts";
import { summaryOf } from "./summary.ts";
import { verdictOf } from "./verdict-of.ts";

const style = `
  :root { color-scheme: light dark; }
  body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
  table { border-collapse: collapse; width: 100%; }
  td, th { text-align: left; vertical-align: top; padding: 0.35rem 0.75rem 0.35rem 0; border-bottom: 1px solid #8884; }
  .verdict { white-space: nowrap; font-weight: 600; }
  .broken { color: #c62828; } .blocked { color: #b26a00; } .passed { color: #2e7d32; } .unseen { opacity: 0.7; }
  pre { overflow-x: auto; background: #8881; padding: 0.75rem; }
`;

/** The report as a page of its own, without scripts. */
export function renderHTML(report: ConformanceReport): string {
  const kinds = Map.groupBy(report.cases, ({ kind, role, contract }) => `${kind} (${role}, contract ${contract})`);
  const parts = [...kinds].map(
    ([title, cases]) => `<h2>${escapeMarkup(title)}</h2>\n<table>\n${cases.map(rowOf).join("\n")}\n</table>`,
  );
  return [
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Conformance with the Cluster API contract</title>',
    `<style>${style}</style>\n</head>\n<body>\n<h1>Conformance with the Cluster API contract</h1>`,
    `<p>${escapeMarkup(summaryOf(report)).replaceAll("\n", "<br>")}</p>`,
    ...parts,
    "</body>\n</html>",
  ].join("\n");
}

function rowOf(tried: CaseReport): string {
  const verdict = verdictOf(tried);
  const rules = tried.rules.map(ruleOf).join("<br>");
  const style = verdict === "not observable" ? "unseen" : verdict;
  return `<tr><td class="verdict ${style}">${verdict}</td><td>${rules}</td><td>${escapeMarkup(tried.expected)}${findingOf(tried)}</td></tr>`;
}

function ruleOf({ rule, verdict, reason }: RuleVerdict): string {
  const { statement, source } = ruleInfo(rule as RuleId);
  const title = escapeMarkup(`${statement} (${source})${reason === undefined ? "" : `: ${reason}`}`);
  return `<abbr title="${title}">${rule}</abbr> ${verdict}`;
}

function findingOf({ rules, finding }: CaseReport): string {
  if (finding === undefined) return "";
  const broken = rules.filter(({ verdict }) => verdict === "broken").map(({ rule }) => ruleInfo(rule as RuleId));
  const said = broken.map(
    ({ id, statement, source }) =>
      `<li>${id}: ${escapeMarkup(statement)} <small>(${escapeMarkup(source)})</small></li>`,
  );
  return [
    `<details open><summary>${escapeMarkup(finding.found)}</summary>`,
    `<ul>${said.join("")}</ul>`,
    `<h4>Requests</h4><pre>${escapeMarkup((finding.requests ?? ["the suite does not see them"]).join("\n"))}</pre>`,
    `<h4>Objects</h4><pre>${escapeMarkup(finding.objects.map((object) => dump(object)).join("---\n"))}</pre></details>`,
  ].join("");
}
