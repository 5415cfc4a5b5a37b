/** A word or sign of a label selector. `kind` is `word` for keys, values and the operators that are words. */
export interface Token {
  readonly kind: "word" | "sign" | "end";
  readonly text: string;
}

// A NUL ends a word as it ends the input, because the lexer of Kubernetes uses it as the end marker.
const next = /[ \t\r\n]*(?:(==|!=|[=!(),<>])|([^=!(),<> \t\r\n\0]+))\0?/y;

/** The tokens of a label selector; the last token is `end`. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  next.lastIndex = 0;
  for (let found = next.exec(text); found !== null; found = next.exec(text)) {
    const [, sign, word = ""] = found;
    tokens.push(sign === undefined ? { kind: "word", text: word } : { kind: "sign", text: sign });
  }
  return [...tokens, { kind: "end", text: "" }];
}
