const named: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\u0007": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
};
const special = /["\\]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;

/**
 * Quotes a string as the Go provider does (`%q`). The result is a double-quoted YAML scalar, so any string survives. Jinja, which
 * cloud-init runs first, sees the same input as with the Go provider.
 */
export function goQuote(text: string): string {
  return `"${text.replace(special, (character) => named[character] ?? escapeCodePoint(character))}"`;
}

function escapeCodePoint(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hexadecimal = code.toString(16);
  if (code < 0x80) return `\\x${hexadecimal.padStart(2, "0")}`;
  return code < 0x1_00_00 ? `\\u${hexadecimal.padStart(4, "0")}` : `\\U${hexadecimal.padStart(8, "0")}`;
}

/** The same, with every character beyond ASCII escaped (`%+q`). */
export function goQuoteToASCII(text: string): string {
  return goQuote(text).replace(/[^\0-\x7f]/gu, escapeCodePoint);
}

/** A character in single quotes (`%q` of a number). */
export function goQuoteRune(character: string, isASCII: boolean): string {
  if (character === '"') return `'"'`;
  if (character === "'") return String.raw`'\''`;
  return `'${(isASCII ? goQuoteToASCII(character) : goQuote(character)).slice(1, -1)}'`;
}
