/**
 * The first document of a string: go-yaml reads no further. A document ends at a line that starts with `---` or `...`, wherever that line is.
 */
export function firstDocument(text: string): string {
  const boundary = /^(?:---|\.\.\.)(?=[ \t\r\n]|$)/gm;
  let start = 0;
  for (const { index } of text.matchAll(boundary)) {
    const isStart =
      start === 0 &&
      text.startsWith("---", index) &&
      /^(?:[ \t]*(?:#.*)?\r?\n|%.*\r?\n|\uFEFF)*$/.test(text.slice(0, index));
    if (!isStart) return text.slice(0, index);
    start = index + 1;
  }
  return text;
}
