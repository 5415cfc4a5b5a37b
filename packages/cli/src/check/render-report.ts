import { type FindingGroup, groupFindings } from "./finding-groups.ts";
import type { CheckReport, Finding } from "./findings.ts";
import { type Suppression, type SuppressedReport } from "./suppressions.ts";

/** The counts of the whole report if only a part of it is shown. */
type Counted = CheckReport & Partial<Pick<SuppressedReport, "suppressed" | "unused">>;

/** Formats the findings for people, grouped. `all` has the findings to count if only a part of them is shown. */
export function renderReport(report: CheckReport, all: Counted = report): string {
  return [...groupFindings(report.findings).map(renderGroup), renderSummary(all)].join("\n\n");
}

/** Formats the findings for programs; `all` as in {@link renderReport}. */
export function reportJSON(
  { checked, files, findings }: CheckReport,
  all: Counted = { checked, files, findings },
): unknown {
  // JSON would omit `undefined`, but a missing value is a finding, too.
  const withActual = <Found extends Finding>(found: readonly Found[]) =>
    found.map((finding) => ({ ...finding, actual: finding.actual ?? null }));
  return {
    checked,
    files,
    findings: withActual(findings),
    suppressed: withActual(all.suppressed ?? []),
    unusedSuppressions: all.unused ?? [],
    summary: counts(all.findings),
  };
}

function renderGroup({ rules, finding, places }: FindingGroup): string {
  const { level, title, expected, source } = finding;
  return [
    `${level.padEnd(6)}  ${rules.join(", ")}  ${title}`,
    `        expected  ${expected}`,
    `        source    ${source}`,
    ...places.map(renderPlace),
  ].join("\n");
}

/** Editors and terminals make a link of the beginning. */
function renderPlace({ file, region, object, path, actual }: Finding): string {
  const where = region === undefined ? file : `${file}:${region.line}:${region.column}`;
  // A finding about a whole file has the file's name as its object.
  const what = [object === file ? "" : object, path].filter((part) => part !== "").join("  ");
  return `        ${`${where}  ${what}`.trimEnd()}\n          actual  ${renderValue(actual)}`;
}

function renderValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "string") return value;
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) return typeof value;
  return text.length > 100 ? `${text.slice(0, 97)}...` : text;
}

function renderSummary({ checked, files, findings, suppressed = [], unused = [] }: Counted): string {
  const kinds = checked.map(
    ({ object, role, selected }) =>
      `  ${object.replace("CustomResourceDefinition ", "")}  ${role}, ` +
      (selected === undefined
        ? "no usable contract label"
        : `contract ${selected.contract}, version ${selected.version}`),
  );
  const broken = Object.entries(counts(findings)).map(([level, count]) => `${String(count)} ${level.toUpperCase()}`);
  const subject = `${String(checked.length)} contract kinds` + (files.length > 0 ? ` and ${files.join(", ")}` : "");
  const left = suppressed.length === 0 ? "" : `; ${suppressed.length} suppressed`;
  return [`Checked ${subject}:`, ...kinds, ...unused.map(renderUnused), `Findings: ${broken.join(", ")}${left}`].join(
    "\n",
  );
}

function renderUnused({ rule, object, path }: Suppression): string {
  return `  suppression ${[rule, object, path].filter((text) => text !== "*").join(" ")} matches nothing; remove it`;
}

function counts(findings: readonly Finding[]): { must: number; should: number; may: number } {
  const at = (level: string) => findings.filter((finding) => finding.level === level).length;
  return { must: at("MUST"), should: at("SHOULD"), may: at("MAY") };
}
