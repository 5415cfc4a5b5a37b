/** The characters that Go escapes with a letter. */
export const goEscapes: Readonly<Record<string, string>> = {
  "\u0007": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
  '"': '\\"',
  "\\": "\\\\",
};

/** A quoted string as in Go's `%q`: characters that cannot be printed are escaped. */
export function goQuote(text: string): string {
  return `"${text.toWellFormed().replaceAll(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]|["\\]/gu, escapeLetter)}"`;
}

function escapeLetter(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  const hex = (digits: number): string => code.toString(16).padStart(digits, "0");
  const named = goEscapes[letter];
  if (named !== undefined) return named;
  if (code < 0x80) return `\\x${hex(2)}`;
  return code < 0x1_0000 ? `\\u${hex(4)}` : `\\U${hex(8)}`;
}
