const backslash = 0x5c;

/**
 * Where a string in a JSON text ends, at its last quote; the length of the text if it does not.
 *
 * @param start - where it begins, at its first quote.
 */
export function endOfJsonString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}
