import type { CheckReport, Finding } from "./findings.ts";

/** The findings for people, grouped by object. `all` is what is counted, if only a part of it is shown. */
export function renderReport(report: CheckReport, all: CheckReport = report): string {
  const groups = Map.groupBy(report.findings, ({ file, object }) => `${file}: ${object}`);
  const blocks = [...groups].map(([heading, findings]) => [heading, ...findings.map(renderFinding)].join("\n"));
  return [...blocks, renderSummary(all)].join("\n\n");
}

/** The findings for programs; `all` as for people. */
export function reportJSON({ checked, files, findings }: CheckReport, all: readonly Finding[] = findings): unknown {
  return {
    checked,
    files,
    // `undefined` would be left out, but a missing value is a finding, too.
    findings: findings.map((finding) => ({ ...finding, actual: finding.actual ?? null })),
    summary: counts(all),
  };
}

function renderFinding({ level, rule, title, path, expected, actual, source }: Finding): string {
  const lines = [
    `  ${level.padEnd(6)}  ${rule}  ${title}`,
    ...(path === "" ? [] : [`          path      ${path}`]),
    `          expected  ${expected}`,
    `          actual    ${renderValue(actual)}`,
    `          source    ${source}`,
  ];
  return lines.join("\n");
}

function renderValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "string") return value;
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) return typeof value;
  return text.length > 100 ? `${text.slice(0, 97)}...` : text;
}

function renderSummary({ checked, files, findings }: CheckReport): string {
  const kinds = checked.map(
    ({ object, role, selected }) =>
      `  ${object.replace("CustomResourceDefinition ", "")}  ${role}, ` +
      (selected === undefined
        ? "no usable contract label"
        : `contract ${selected.contract}, version ${selected.version}`),
  );
  const broken = Object.entries(counts(findings)).map(([level, count]) => `${String(count)} ${level.toUpperCase()}`);
  const subject = `${String(checked.length)} contract kinds` + (files.length > 0 ? ` and ${files.join(", ")}` : "");
  return [`Checked ${subject}:`, ...kinds, `Findings: ${broken.join(", ")}`].join("\n");
}

function counts(findings: readonly Finding[]): { must: number; should: number; may: number } {
  const at = (level: string) => findings.filter((finding) => finding.level === level).length;
  return { must: at("MUST"), should: at("SHOULD"), may: at("MAY") };
}
