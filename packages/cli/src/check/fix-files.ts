import { writeYaml } from "@capstan/kube";
import { writeFile } from "node:fs/promises";
import { FilePlaces } from "./file-places.ts";
import { type CheckReport, type Finding } from "./findings.ts";
import { mechanicalFixes } from "./mechanical-fixes.ts";
import { missingColumns } from "./missing-columns.ts";
import { type InputFile } from "./parse-documents.ts";
import { applyEdits, insert, type TextEdit } from "./text-edit.ts";

/** A file after the fixes that need no decision. */
export interface FixedFile {
  readonly path: string;
  readonly text: string;
  /** The fixes: rules that were broken, and printer columns; each once. */
  readonly fixed: readonly string[];
}

/** A change, and the rules that it fixes. */
interface Fix {
  readonly edit: TextEdit;
  readonly of: string;
}

/**
 * Computes the fixes that need no decision: labels and categories that break a rule, and missing printer columns. JSON, standard input and
 * servers are unchanged.
 */
export function fixesOf(input: readonly InputFile[], report: Pick<CheckReport, "checked" | "findings">): FixedFile[] {
  const all = input.flatMap(({ documents }) => documents);
  return input.flatMap((file) => {
    const { path, text } = file;
    const findings = report.findings.filter((finding) => finding.file === path && mechanicalFixes.has(finding.rule));
    const checked = report.checked.filter((crd) => crd.file === path);
    const isNothing = findings.length === 0 && checked.length === 0;
    if (text === undefined || path === "-" || path.endsWith(".json") || isNothing) return [];
    const places = new FilePlaces(file);
    const fixes = withoutOverlap([
      ...findings.flatMap((finding) => ruleFix(finding, places, text, all)),
      ...checked.flatMap((crd) => columnFixes(crd, places, text)),
    ]);
    const fixed = [...new Set(fixes.map(({ of }) => of))].toSorted();
    const edits = fixes.map(({ edit }) => edit);
    return edits.length === 0 ? [] : [{ path, fixed, text: applyEdits(text, edits) }];
  });
}

function ruleFix(finding: Finding, places: FilePlaces, text: string, all: readonly unknown[]): Fix[] {
  const subject = places.objectOf(finding.object);
  const edit = subject && mechanicalFixes.get(finding.rule)?.({ ...subject, text, all }, finding);
  return edit === undefined ? [] : [{ edit, of: finding.rule }];
}

function columnFixes({ object, role }: CheckReport["checked"][number], places: FilePlaces, text: string): Fix[] {
  const subject = places.objectOf(object);
  const versions = subject?.place.inside.get("spec")?.inside.get("versions");
  return missingColumns(subject?.document, role).flatMap(({ version, columns }) => {
    const place = versions?.inside.get(String(version));
    const lines = writeYaml({ additionalPrinterColumns: columns }, { lineWidth: -1, seqNoIndent: true })
      .trimEnd()
      .split("\n");
    const edit = place && insert(text, place, lines);
    return edit === undefined ? [] : [{ edit, of: "printer columns" }];
  });
}

/** Two findings may request the same change. A change of a region that another has changed waits for the next pass. */
function withoutOverlap(fixes: readonly Fix[]): Fix[] {
  const kept: Fix[] = [];
  for (const fix of fixes) {
    const { start, end, text } = fix.edit;
    const isTaken = kept.some(
      ({ edit }) => (edit.start < end && start < edit.end) || (edit.start === start && edit.text === text),
    );
    if (!isTaken) kept.push(fix);
  }
  return kept;
}

/** Writes the files. */
export async function writeFixes(fixed: readonly FixedFile[]): Promise<void> {
  for (const { path, text } of fixed) await writeFile(path, text);
}
