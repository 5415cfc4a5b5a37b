import { writeYaml } from "@capstan/kube";
import { escapeMarkup } from "./escape-markup.ts";
import { brokenCitations, type CaseView, type ReportView, type SourceView } from "./report-view.ts";

const style = `
  :root { color-scheme: light dark; }
  body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
  table { border-collapse: collapse; width: 100%; }
  td, th { text-align: left; vertical-align: top; padding: 0.35rem 0.75rem 0.35rem 0; border-bottom: 1px solid #8884; }
  .verdict { white-space: nowrap; font-weight: 600; }
  .broken { color: #c62828; } .blocked { color: #b26a00; } .passed { color: #2e7d32; } .unseen { opacity: 0.7; }
  pre { overflow-x: auto; background: #8881; padding: 0.75rem; }
`;

/** Formats the report as a self-contained page, without scripts. */
export function renderHTML({ title, summary, groups }: ReportView): string {
  const parts = groups.map(
    (group) => `<h2>${escapeMarkup(group.title)}</h2>\n<table>\n${group.cases.map(rowOf).join("\n")}\n</table>`,
  );
  return [
    `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>${escapeMarkup(title)}</title>`,
    `<style>${style}</style>\n</head>\n<body>\n<h1>${escapeMarkup(title)}</h1>`,
    `<p>${summary.map(escapeMarkup).join("<br>")}</p>`,
    ...parts,
    "</body>\n</html>",
  ].join("\n");
}

function rowOf(tried: CaseView): string {
  const { verdict, sources, expected } = tried;
  const style = verdict === "not observable" ? "unseen" : verdict;
  const from = sources.map(citationOf).join("<br>");
  return `<tr><td class="verdict ${style}">${verdict}</td><td>${from}</td><td>${escapeMarkup(expected)}${findingOf(tried)}</td></tr>`;
}

function citationOf({ id, verdict, text, reason }: SourceView): string {
  const title = escapeMarkup(reason === undefined ? text : `${text}: ${reason}`);
  return `<abbr title="${title}">${id}</abbr> ${verdict}`;
}

function findingOf(tried: CaseView): string {
  const { finding } = tried;
  if (finding === undefined) return "";
  const said = brokenCitations(tried).map((text) => `<li>${escapeMarkup(text)}</li>`);
  return [
    `<details open><summary>${escapeMarkup(finding.found)}</summary>`,
    `<ul>${said.join("")}</ul>`,
    `<h4>Requests</h4><pre>${escapeMarkup((finding.requests ?? ["the suite does not observe them"]).join("\n"))}</pre>`,
    `<h4>Objects</h4><pre>${escapeMarkup(finding.objects.map((object) => writeYaml(object)).join("---\n"))}</pre></details>`,
  ].join("");
}
