import type { Row } from "../../src/page/protocol.ts";

/** Whether a row matches. */
export type Filter = (row: Row) => boolean;

/**
 * Parses a user's input: words, all of which must occur in the name, kind, namespace, phase or version of a row; `not running` matches
 * Machines in any other phase.
 *
 * @returns undefined if every row matches.
 */
export function parseFilter(text: string): Filter | undefined {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const tests: Filter[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? "";
    const next = words[index + 1];
    if (word === "not" && next === undefined) continue;
    if (word === "not" && next !== undefined) {
      tests.push((row) => row.kind === "Machine" && row.phase?.toLowerCase().startsWith(next) !== true);
      index += 1;
    } else {
      tests.push((row) => wordsOf(row).some((each) => each.includes(word)));
    }
  }
  return tests.length === 0 ? undefined : (row) => tests.every((isMet) => isMet(row));
}

function wordsOf({ name, kind, namespace, phase = "", version = "" }: Row): string[] {
  return [name, kind, namespace, phase, version].map((each) => each.toLowerCase());
}
