import type { Word, WordPart } from "./word.ts";

export type Token =
  | { readonly type: "word"; readonly word: Word }
  | { readonly type: "operator"; readonly text: "&&" | "||" | ";" | "|" | "&" | "\n" | "(" | ")" }
  | { readonly type: "redirection"; readonly operator: "<" | ">" | ">>" }
  | { readonly type: "hereDocument"; readonly body: Word };

interface PendingHereDocument {
  readonly delimiter: string;
  readonly expands: boolean;
  readonly stripsTabs: boolean;
  readonly index: number;
}

/** Splits a script into tokens as a POSIX shell does. Never fails: an unclosed quote ends with the script. */
export function tokenize(text: string): Token[] {
  return new Tokenizer(text.replaceAll("\\\n", "")).tokens();
}

class Tokenizer {
  readonly #text: string;
  #at = 0;
  readonly #tokens: Token[] = [];
  #pending: PendingHereDocument[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  tokens(): Token[] {
    while (this.#at < this.#text.length) this.#next();
    this.#readHereDocuments();
    return this.#tokens;
  }

  #next(): void {
    const rest = this.#text.slice(this.#at, this.#at + 4);
    if (/^[ \t\r]/.test(rest)) this.#skip(1);
    else if (rest.startsWith("#")) this.#skipComment();
    else if (rest.startsWith("\n")) this.#newline();
    else if (!this.#redirection()) this.#operatorOrWord(rest);
  }

  #operatorOrWord(rest: string): void {
    const operator = /^(&&|\|\||;|\||&|\(|\))/.exec(rest)?.[1];
    if (operator !== undefined) {
      this.#skip(operator.length);
      this.#tokens.push({ type: "operator", text: operator as "&&" });
      return;
    }
    this.#tokens.push({ type: "word", word: this.#word() });
  }

  #skip(count: number): void {
    this.#at += count;
  }

  #skipComment(): void {
    const end = this.#text.indexOf("\n", this.#at);
    this.#at = end === -1 ? this.#text.length : end;
  }

  #newline(): void {
    this.#skip(1);
    this.#tokens.push({ type: "operator", text: "\n" });
    this.#readHereDocuments();
  }

  /** Treats all file descriptors as standard output, because only the written files matter. */
  #redirection(): boolean {
    const match = /^(?:\d|&)?(<<<|<<-?|<&|>&|>>|>\||>|<)/.exec(this.#text.slice(this.#at, this.#at + 5));
    const operator = match?.[1];
    if (match === null || operator === undefined) return false;
    this.#skip(match[0].length);
    if (operator === "<<" || operator === "<<-") this.#startHereDocument(operator === "<<-");
    else if (operator === "<<<") this.#tokens.push({ type: "hereDocument", body: this.#wordAfterBlanks() });
    else if (operator === "<&" || operator === ">&") this.#wordAfterBlanks();
    else this.#tokens.push({ type: "redirection", operator: operator === "<" || operator === ">>" ? operator : ">" });
    return true;
  }

  #wordAfterBlanks(): Word {
    while (/[ \t]/.test(this.#text[this.#at] ?? "")) this.#skip(1);
    return this.#word();
  }

  #startHereDocument(stripsTabs: boolean): void {
    const word = this.#wordAfterBlanks();
    const delimiter = word.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
    this.#pending.push({ delimiter, expands: !word.quoted, stripsTabs, index: this.#tokens.length });
    this.#tokens.push({ type: "hereDocument", body: { parts: [], quoted: true } });
  }

  #readHereDocuments(): void {
    for (const { delimiter, expands, stripsTabs, index } of this.#pending) {
      const lines: string[] = [];
      while (this.#at < this.#text.length) {
        const end = this.#text.indexOf("\n", this.#at);
        const line = this.#text.slice(this.#at, end === -1 ? undefined : end);
        this.#at = end === -1 ? this.#text.length : end + 1;
        const stripped = stripsTabs ? line.replace(/^\t+/, "") : line;
        if (stripped === delimiter) break;
        lines.push(`${stripped}\n`);
      }
      const body = lines.join("");
      const parts = expands ? new Tokenizer(body).#hereDocumentParts() : [{ type: "text" as const, text: body }];
      this.#tokens[index] = { type: "hereDocument", body: { parts, quoted: true } };
    }
    this.#pending = [];
  }

  #hereDocumentParts(): WordPart[] {
    const parts: WordPart[] = [];
    while (this.#at < this.#text.length) this.#doubleQuotedPart(parts);
    return parts;
  }

  #word(): Word {
    const parts: WordPart[] = [];
    let quoted = false;
    for (let character = this.#text[this.#at]; character !== undefined; character = this.#text[this.#at]) {
      if (/[\s&|;()<>]/.test(character)) break;
      if (character === "'" || character === '"') quoted = true;
      if (character === "'") this.#singleQuoted(parts);
      else if (character === '"') this.#doubleQuoted(parts);
      else if (character === "\\") {
        parts.push({ type: "text", text: this.#text[this.#at + 1] ?? "" });
        this.#skip(2);
        quoted = true;
      } else if (character === "$" || character === "`") parts.push(this.#expansion());
      else {
        parts.push({ type: "text", text: character });
        this.#skip(1);
      }
    }
    return { parts, quoted };
  }

  #singleQuoted(parts: WordPart[]): void {
    const end = this.#text.indexOf("'", this.#at + 1);
    const stop = end === -1 ? this.#text.length : end;
    parts.push({ type: "text", text: this.#text.slice(this.#at + 1, stop) });
    this.#at = stop + 1;
  }

  #doubleQuoted(parts: WordPart[]): void {
    this.#skip(1);
    parts.push({ type: "text", text: "" });
    while (this.#at < this.#text.length && this.#text[this.#at] !== '"') this.#doubleQuotedPart(parts);
    this.#skip(1);
  }

  #doubleQuotedPart(parts: WordPart[]): void {
    const character = this.#text[this.#at] ?? "";
    const escaped = this.#text[this.#at + 1] ?? "";
    if (character === "\\" && /[$`"\\]/.test(escaped)) {
      parts.push({ type: "text", text: escaped });
      this.#skip(2);
    } else if (character === "$" || character === "`") parts.push(this.#expansion());
    else {
      parts.push({ type: "text", text: character });
      this.#skip(1);
    }
  }

  #expansion(): WordPart {
    const rest = this.#text.slice(this.#at);
    const variable = /^\$(?:([A-Za-z_]\w*|[0-9@*#?$!-])|\{([A-Za-z_]\w*)(?::?-([^}$`]*))?\})/.exec(rest);
    if (variable !== null) {
      this.#skip(variable[0].length);
      const [, bare, braced, fallback] = variable;
      const name = bare ?? braced ?? "";
      return fallback === undefined ? { type: "variable", name } : { type: "variable", name, fallback };
    }
    if (rest.startsWith("`")) return this.#unknownUntil("`");
    if (rest.startsWith("$(")) return this.#unknownBalanced("(", ")");
    if (rest.startsWith("${")) return this.#unknownBalanced("{", "}");
    this.#skip(1);
    return { type: "text", text: "$" };
  }

  #unknownUntil(end: string): WordPart {
    const at = this.#text.indexOf(end, this.#at + 1);
    this.#at = at === -1 ? this.#text.length : at + 1;
    return { type: "unknown" };
  }

  #unknownBalanced(open: string, close: string): WordPart {
    this.#skip(1);
    let depth = 0;
    while (this.#at < this.#text.length) {
      const character = this.#text[this.#at];
      this.#skip(1);
      if (character === open) depth += 1;
      if (character === close) depth -= 1;
      if (depth === 0) break;
    }
    return { type: "unknown" };
  }
}
