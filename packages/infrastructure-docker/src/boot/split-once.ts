/** What is before the first separator and what is after it; all and nothing if there is no separator. Pure. */
export function splitOnce(text: string, separator: string): readonly [string, string] {
  const place = text.indexOf(separator);
  return place === -1 ? [text, ""] : [text.slice(0, place), text.slice(place + separator.length)];
}
