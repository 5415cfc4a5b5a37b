import { type YamlPlace } from "@capstan/kube";

/** A change of a string: what is put in place of a part of it. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Makes the changes, which do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const lastFirst = edits.toSorted((a, b) => b.start - a.start || b.end - a.end);
  return lastFirst.reduce(
    (edited, { start, end, text: put }) => edited.slice(0, start) + put + edited.slice(end),
    text,
  );
}

/** Puts a word, such as the value of a label, in place of another one; quotes stay. */
export function replaceWord(text: string, { start }: YamlPlace, word: string): TextEdit {
  const length = /^[-\w./]*/.exec(text.slice(start, start + 300))?.[0].length ?? 0;
  return { start, end: start + length, text: word };
}

/** Removes the line of a key with a scalar in a block; `undefined` if there is more on it. */
export function removeLine(text: string, { key }: YamlPlace): TextEdit | undefined {
  const start = lineStart(text, key.start);
  const end = text.indexOf("\n", key.end);
  if (end < 0 || !/^\s*["']?$/.test(text.slice(start, key.start))) return undefined;
  return { start, end: end + 1, text: "" };
}

/**
 * Adds lines to a mapping or a list, before what it has, as far to the right; to a mapping that begins behind the dash of an item,
 * before its second line; between brackets, in place of lines.
 *
 * @param lines - without the indentation of the mapping or list: `name: value`, `- item`.
 * @returns `undefined` if the mapping or list is empty, or none of what it has is alone on its line.
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
