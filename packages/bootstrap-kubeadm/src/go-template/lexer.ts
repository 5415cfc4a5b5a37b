import { templateLimits } from "./model/limits.ts";
import { TemplateError } from "./model/template-error.ts";
import { unquote } from "./unquote.ts";

/** A token of an action; `touches` if no space precedes it. */
export interface Token {
  readonly kind: "word" | "field" | "dot" | "variable" | "string" | "number" | "symbol";
  /** The name of a word, field or variable, the value of a string, or the source of any other token. */
  readonly text: string;
  readonly touches: boolean;
}

/** The top-level parts of a template: literal text, and actions. */
export type Piece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "action"; readonly tokens: readonly Token[]; readonly line: number };

// All are sticky: each matches at one position, and consumed input is never read again.
const trimMarker = /-[ \t\r\n]/y;
const commentOpening = /[ \t\r\n]*\/\*/y;
const commentClosing = /(?:[ \t\r\n]+-)?\}\}/y;
const actionClosing = /(?:[ \t\r\n]+-|[ \t\r\n]*)\}\}/y;
const tokenForm =
  /(?<space>[ \t\r\n]*)(?:(?<string>"(?:[^"\\\n]|\\.)*")|`(?<raw>[^`]*)`|'(?<character>(?:[^'\\\n]|\\.)+)'|\.(?<field>[\p{L}_][\p{L}\p{Nd}_]*)|(?<number>[+-]?(?:0[xX][\da-fA-F_]*(?:\.[\da-fA-F_]*)?[pP][+-]?[\d_]+|0[xX][\da-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|\d[\d_]*(?:\.\d*)?(?:[eE][+-]?[\d_]+)?|\.\d+))|(?<dot>\.)|\$(?<variable>[\p{L}\p{Nd}_]*)|(?<word>[\p{L}_][\p{L}\p{Nd}_]*)|(?<symbol>:=|[|()=,]))/uy;

/**
 * Splits a template into text and actions, and trims text where an action has a trim marker, in linear time.
 *
 * @throws {@link TemplateError} an action is invalid, or there are too many.
 */
export function lex(source: string): Piece[] {
  return new Lexer(source).pieces();
}

class Lexer {
  readonly #source: string;
  #position = 0;
  #line = 1;
  /** The first newline that has not been counted. */
  #lineEnd: number;
  #actions = 0;
  #tokens = 0;

  constructor(source: string) {
    this.#source = source;
    if (source.length > templateLimits.bytes) throw new TemplateError(1, "it is longer than 1 MiB");
    this.#lineEnd = this.#lineEndAfter(0);
  }

  pieces(): Piece[] {
    const pieces: Piece[] = [];
    let trimsNext = false;
    while (this.#position < this.#source.length) {
      const begin = this.#source.indexOf("{{", this.#position);
      const end = begin === -1 ? this.#source.length : begin;
      const text = this.#source.slice(trimsNext ? this.#spaceAfter(this.#position, end) : this.#position, end);
      this.#position = end;
      if (begin === -1) {
        pieces.push({ kind: "text", text });
        break;
      }
      this.#position += 2;
      const trimsBefore = this.#reads(trimMarker) !== undefined;
      pieces.push({ kind: "text", text: trimsBefore ? withoutSpaceAtEnd(text) : text });
      const line = this.#countLines(begin);
      const comment = this.#comment();
      const { tokens, trims } = comment ?? this.#action();
      if (comment === undefined) pieces.push({ kind: "action", tokens, line });
      trimsNext = trims;
    }
    return pieces;
  }

  #comment(): Action | undefined {
    if (this.#reads(commentOpening) === undefined) return undefined;
    const end = this.#source.indexOf("*/", this.#position);
    this.#position = end + 2;
    const closing = end === -1 ? undefined : this.#reads(commentClosing)?.[0];
    if (closing === undefined) throw this.#error("a comment does not end");
    return { tokens: [], trims: closing.length > 2 };
  }

  #action(): Action {
    if (++this.#actions > templateLimits.actions) throw this.#error("it has too many actions");
    const tokens: Token[] = [];
    for (;;) {
      const closing = this.#reads(actionClosing)?.[0];
      if (closing !== undefined) return { tokens, trims: closing.includes("-") };
      const groups = this.#reads(tokenForm)?.groups;
      if (groups === undefined) throw this.#error("an action is invalid or does not end");
      if (++this.#tokens > templateLimits.tokens) throw this.#error("its actions are too long");
      tokens.push(tokenOf(groups, this.#line));
    }
  }

  /** Consumes a match of the form at this position, if any. */
  #reads(form: RegExp): RegExpExecArray | undefined {
    form.lastIndex = this.#position;
    const match = form.exec(this.#source);
    if (match === null) return undefined;
    // The space after the marker belongs to the action.
    this.#position = form === trimMarker ? form.lastIndex - 1 : form.lastIndex;
    return match;
  }

  #countLines(end: number): number {
    while (this.#lineEnd < end) {
      this.#line += 1;
      this.#lineEnd = this.#lineEndAfter(this.#lineEnd + 1);
    }
    return this.#line;
  }

  #lineEndAfter(start: number): number {
    const found = this.#source.indexOf("\n", start);
    return found === -1 ? Infinity : found;
  }

  #spaceAfter(start: number, end: number): number {
    let position = start;
    while (position < end && isSpace(this.#source.charCodeAt(position))) position += 1;
    return position;
  }

  #error(why: string): TemplateError {
    return new TemplateError(this.#line, why);
  }
}

interface Action {
  readonly tokens: readonly Token[];
  readonly trims: boolean;
}

/** A loop, because a regular expression that ends in `$` would start again at each space. */
function withoutSpaceAtEnd(text: string): string {
  let end = text.length;
  while (end > 0 && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}

function tokenOf(groups: Readonly<Record<string, string | undefined>>, line: number): Token {
  const touches = groups.space === "";
  const { string, raw, character, field, number, dot, variable, word, symbol } = groups;
  if (string !== undefined) return { kind: "string", text: unquote(string.slice(1, -1), '"', line), touches };
  if (raw !== undefined) return { kind: "string", text: raw, touches };
  if (character !== undefined) {
    const [code, ...others] = Array.from(unquote(character, "'", line), (each) => each.codePointAt(0));
    if (others.length > 0) throw new TemplateError(line, "a character constant has more than one character");
    return { kind: "number", text: String(code), touches };
  }
  if (field !== undefined) return { kind: "field", text: field, touches };
  if (number !== undefined) return { kind: "number", text: number, touches };
  if (dot !== undefined) return { kind: "dot", text: dot, touches };
  if (variable !== undefined) return { kind: "variable", text: variable, touches };
  return word === undefined ? { kind: "symbol", text: symbol ?? "", touches } : { kind: "word", text: word, touches };
}
