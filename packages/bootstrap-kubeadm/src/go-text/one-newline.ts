/** The text with exactly one newline at its end, whatever it ended with; an empty one stays so. */
export function endedByOneNewline(text: string): string {
  // By hand: a regular expression that ends in `$` starts again at each newline.
  let end = text.length;
  while (text[end - 1] === "\n") end -= 1;
  return end === 0 ? "" : `${text.slice(0, end)}\n`;
}
