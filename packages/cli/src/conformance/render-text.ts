import { writeYaml } from "@capstan/kube";
import type { Verdict } from "@capstan/testkit";
import { brokenCitations, type CaseView, type ReportView } from "./report-view.ts";

const marks: Readonly<Record<Verdict, string>> = {
  passed: "ok",
  broken: "BROKEN",
  blocked: "blocked",
  "not observable": "not seen",
};

/** Formats the report for people: a line for each case, and all observations where a rule is broken. */
export function renderText({ groups, summary }: ReportView): string {
  const parts = groups.map(({ title, cases }) => [title, ...cases.flatMap(linesOf)].join("\n"));
  return [...parts, summary.join("\n")].join("\n\n");
}

function linesOf(tried: CaseView): readonly string[] {
  const { verdict, sources, expected, finding } = tried;
  const line = `  ${marks[verdict].padEnd(8)}  ${sources.map(({ id }) => id).join(", ")}: ${expected}`;
  if (finding === undefined) return [line, ...reasonsOf(tried)];
  const requests = finding.requests ?? ["(the suite does not observe them)"];
  return [
    line,
    ...block("found", [finding.found]),
    ...block("rule", brokenCitations(tried)),
    ...block("requests", requests),
    ...block(
      "objects",
      finding.objects.flatMap((object) => ["---", ...writeYaml(object).trimEnd().split("\n")]),
    ),
  ];
}

/** Each reason once, with the rules that cannot be observed because of it. */
function reasonsOf({ sources }: CaseView): readonly string[] {
  const unseen = sources.filter(({ reason }) => reason !== undefined);
  const reasons = Map.groupBy(unseen, ({ reason = "" }) => reason);
  return [...reasons].map(([reason, of]) => `            ${of.map(({ id }) => id).join(", ")}: ${reason}`);
}

function block(title: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  return [`      ${title}:`, ...lines.flatMap((line) => line.split("\n")).map((line) => `        ${line}`)];
}
