import { writeFile } from "node:fs/promises";
import { FilePlaces } from "./file-places.ts";
import { type Finding } from "./findings.ts";
import { type InputFile } from "./parse-documents.ts";
import { mechanicalFixes } from "./mechanical-fixes.ts";
import { applyEdits, type TextEdit } from "./text-edit.ts";

/** A file with its findings fixed as far as that needs no decision. */
export interface FixedFile {
  readonly path: string;
  readonly text: string;
  /** The rules that were broken, each once. */
  readonly rules: readonly string[];
}

/** Fixes what needs no decision: labels and categories. JSON, the standard input and servers are left alone. */
export function fixesOf(input: readonly InputFile[], findings: readonly Finding[]): FixedFile[] {
  const all = input.flatMap(({ documents }) => documents);
  return input.flatMap((file) => {
    const { path, text } = file;
    const ours = findings.filter((finding) => finding.file === path && mechanicalFixes.has(finding.rule));
    if (text === undefined || path === "-" || path.endsWith(".json") || ours.length === 0) return [];
    const places = new FilePlaces(file);
    const edits = ours.flatMap((finding) => {
      const subject = places.objectOf(finding.object);
      const edit = subject && mechanicalFixes.get(finding.rule)?.({ ...subject, text, all }, finding);
      return edit === undefined ? [] : [{ edit, rule: finding.rule }];
    });
    const once = withoutOverlap(edits);
    const rules = [...new Set(once.map(({ rule }) => rule))].toSorted();
    return rules.length === 0
      ? []
      : [
          {
            path,
            rules,
            text: applyEdits(
              text,
              once.map(({ edit }) => edit),
            ),
          },
        ];
  });
}

/** Two findings may ask for the same change; a change of what another one has changed has to wait for the next run. */
function withoutOverlap<Item extends { readonly edit: TextEdit }>(items: readonly Item[]): Item[] {
  const kept: Item[] = [];
  for (const item of items) {
    const { start, end, text } = item.edit;
    const isTaken = kept.some(
      ({ edit }) => (edit.start < end && start < edit.end) || (edit.start === start && edit.text === text),
    );
    if (!isTaken) kept.push(item);
  }
  return kept;
}

/** Writes the files. */
export async function writeFixes(fixed: readonly FixedFile[]): Promise<void> {
  for (const { path, text } of fixed) await writeFile(path, text);
}
