/** The position of these whole lines. */
export function placesIn(text: string, lines: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(lines); at !== -1; at = text.indexOf(lines, at + 1)) {
    if (at === 0 || text[at - 1] === "\n") places.push(at);
  }
  return places;
}

/** The parts of a quotation, separated by a comment `…`, that are missing in a file, regardless of indentation. */
export function notQuoted(file: string, quotation: string): readonly string[] {
  const text = withoutIndentation(file);
  return quotation
    .split(/^\s*(?:\/\/|#) …\s*\n/m)
    .filter((part) => placesIn(text, withoutIndentation(part)).length === 0);
}

function withoutIndentation(text: string): string {
  return text.replaceAll(/^[ \t]+/gm, "");
}
