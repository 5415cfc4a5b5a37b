const backslash = 0x5c;

/**
 * The index of the closing quote of a JSON string; the length of the input if it has no closing quote.
 *
 * @param start - the index of the opening quote.
 */
export function endOfJsonString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}
