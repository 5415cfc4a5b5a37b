/** Ends the string with exactly one newline; an empty string stays empty. */
export function endedByOneNewline(text: string): string {
  // A loop, because a regular expression that ends in `$` would start again at each newline.
  let end = text.length;
  while (text[end - 1] === "\n") end -= 1;
  return end === 0 ? "" : `${text.slice(0, end)}\n`;
}
