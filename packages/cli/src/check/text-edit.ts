import { type YamlPlace } from "@capstan/kube";

/** A change of a string: the replacement of a part of it. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies the edits, which must not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const lastFirst = edits.toSorted((a, b) => b.start - a.start || b.end - a.end);
  return lastFirst.reduce(
    (edited, { start, end, text: put }) => edited.slice(0, start) + put + edited.slice(end),
    text,
  );
}

/** Replaces a word, such as the value of a label; its quotes stay. */
export function replaceWord(text: string, { start }: YamlPlace, word: string): TextEdit {
  const length = /^[-\w./]*/.exec(text.slice(start, start + 300))?.[0].length ?? 0;
  return { start, end: start + length, text: word };
}

/** Removes the line of a key with a scalar in a block; `undefined` if the line has more than that. */
export function removeLine(text: string, { key }: YamlPlace): TextEdit | undefined {
  const start = lineStart(text, key.start);
  const end = text.indexOf("\n", key.end);
  if (end < 0 || !/^\s*["']?$/.test(text.slice(start, key.start))) return undefined;
  return { start, end: end + 1, text: "" };
}

/**
 * Inserts lines into a mapping or a list, before its first entry and with the same indentation. If the first entry of a mapping follows the
 * dash of a list item, inserts before the second; between brackets, inserts a single entry without a line break.
 *
 * @param lines - without the indentation of the mapping or list: `name: value`, `- item`.
 * @returns `undefined` if no entry of a block is alone on its line, or if there are several lines for brackets.
 */
export function insert(text: string, place: YamlPlace, lines: readonly string[]): TextEdit | undefined {
  if (place.style === "flow") return insertBetweenBrackets(text, place, lines);
  const isList = lines.every((line) => line.startsWith("- "));
  const before = isList ? /^ *- +["']?$/ : /^ *["']?$/;
  const next = [...place.inside.values()].find(({ key }) =>
    before.test(text.slice(lineStart(text, key.start), key.start)),
  );
  if (next === undefined) return undefined;
  const start = lineStart(text, next.key.start);
  const indent = /^ */.exec(text.slice(start))?.[0] ?? "";
  return { start, end: start, text: lines.map((line) => `${indent}${line}\n`).join("") };
}

function insertBetweenBrackets(text: string, place: YamlPlace, lines: readonly string[]): TextEdit | undefined {
  const [line = ""] = lines;
  if (lines.length !== 1) return undefined;
  const start = place.start + 1;
  const rest = /^\s*/.exec(text.slice(start))?.[0] ?? "";
  const put = line.replace(/^- /, "");
  return { start, end: start, text: place.inside.size === 0 ? put : `${rest}${put},` };
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}
