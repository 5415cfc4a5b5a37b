import { placesIn } from "./lines.ts";

/**
 * The file after a change that a page shows as a diff: lines that begin with `-` are removed, those with `+` are added, and the others are
 * context. A line `…` separates two places of the file.
 *
 * @throws Error the file has no such place, or several.
 */
export function changed(text: string, diff: string): string {
  return placesOf(diff).reduce((now, { before, after }) => replacedOnce(now, before, after), text);
}

interface Place {
  readonly before: string;
  readonly after: string;
}

function placesOf(diff: string): readonly Place[] {
  return diff.split(/^\s*…\s*\n/m).map((place) => {
    const lines = place.replace(/\n$/, "").split("\n");
    const without = (sign: string): string =>
      lines
        .filter((line) => !line.startsWith(sign))
        .map((line) => `${line.slice(1)}\n`)
        .join("");
    return { before: without("+"), after: without("-") };
  });
}

function replacedOnce(text: string, before: string, after: string): string {
  const [found, ...others] = placesIn(text, before);
  if (found === undefined) throw new Error(`The file has no such place:\n${before}in:\n${text}`);
  if (others.length > 0)
    throw new Error(`The file has more than one such place; show more lines around it:\n${before}`);
  return text.slice(0, found) + after + text.slice(found + before.length);
}
