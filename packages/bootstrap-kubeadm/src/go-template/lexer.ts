import { TemplateError } from "./template-error.ts";

/** A piece of an action; `touches` if no space is before it. */
export interface Token {
  readonly kind: "word" | "field" | "dot" | "variable" | "string" | "number" | "symbol";
  /** The name of a word, field or variable, the value of a string, the text of the others. */
  readonly text: string;
  readonly touches: boolean;
}

/** What a template consists of at its top: text as it is, and actions. */
export type Piece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "action"; readonly tokens: readonly Token[]; readonly line: number };

const action = /\{\{(-(?=[ \t\r\n]))?([\s\S]*)/y;
const tokenForm =
  /(?<space>[ \t\r\n]*)(?:(?<string>"(?:[^"\\\n]|\\.)*")|`(?<raw>[^`]*)`|'(?<character>(?:[^'\\\n]|\\.)+)'|\.(?<field>[\p{L}_][\p{L}\p{Nd}_]*)|(?<number>[+-]?(?:0[xX][\da-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|\d[\d_]*(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+))|(?<dot>\.)|\$(?<variable>[\p{L}\p{Nd}_]*)|(?<word>[\p{L}_][\p{L}\p{Nd}_]*)|(?<symbol>:=|[|()=,]))/uy;

/** Splits a template into text and actions, and trims the text where an action asks for it. */
export function lex(source: string): Piece[] {
  const pieces: Piece[] = [];
  let position = 0;
  let trimsNext = false;
  while (position < source.length) {
    const begin = source.indexOf("{{", position);
    const text = source.slice(position, begin === -1 ? source.length : begin);
    const kept = trimsNext ? text.replace(/^[ \t\r\n]+/, "") : text;
    if (begin === -1) {
      pieces.push({ kind: "text", text: kept });
      break;
    }
    action.lastIndex = begin;
    const trimsBefore = action.exec(source)?.[1] !== undefined;
    pieces.push({ kind: "text", text: trimsBefore ? kept.replace(/[ \t\r\n]+$/, "") : kept });
    const line = source.slice(0, begin).split("\n").length;
    const inside = begin + (trimsBefore ? 3 : 2);
    const comment = commentEnd(source, inside, line);
    const read = comment ?? readTokens(source, inside, line);
    if (comment === undefined) pieces.push({ kind: "action", tokens: read.tokens, line });
    position = read.end;
    trimsNext = read.trims;
  }
  return pieces;
}

interface Read {
  readonly tokens: readonly Token[];
  readonly end: number;
  readonly trims: boolean;
}

function commentEnd(source: string, from: number, line: number): Read | undefined {
  const [opening] = /^[ \t\r\n]*\/\*/.exec(source.slice(from)) ?? [];
  if (opening === undefined) return undefined;
  const end = source.indexOf("*/", from + opening.length);
  const [closing] = end === -1 ? [] : (/^(?:[ \t\r\n]+-)?\}\}/.exec(source.slice(end + 2)) ?? []);
  if (closing === undefined) throw new TemplateError(line, "a comment does not end");
  return { tokens: [], end: end + 2 + closing.length, trims: closing.length > 2 };
}

function readTokens(source: string, from: number, line: number): Read {
  const tokens: Token[] = [];
  let position = from;
  for (;;) {
    const [closing] = /^(?:[ \t\r\n]+-|[ \t\r\n]*)\}\}/.exec(source.slice(position, position + 4096)) ?? [];
    if (closing !== undefined) return { tokens, end: position + closing.length, trims: closing.includes("-") };
    tokenForm.lastIndex = position;
    const match = tokenForm.exec(source);
    if (match?.groups === undefined) throw new TemplateError(line, "an action is invalid or does not end");
    tokens.push(tokenOf(match.groups, line));
    position = tokenForm.lastIndex;
  }
}

function tokenOf(groups: Readonly<Record<string, string | undefined>>, line: number): Token {
  const touches = groups.space === "";
  const { string, raw, character, field, number, dot, variable, word, symbol } = groups;
  if (string !== undefined) return { kind: "string", text: unquote(string.slice(1, -1), line), touches };
  if (raw !== undefined) return { kind: "string", text: raw, touches };
  if (character !== undefined) {
    return { kind: "number", text: String(unquote(character, line).codePointAt(0) ?? 0), touches };
  }
  if (field !== undefined) return { kind: "field", text: field, touches };
  if (number !== undefined) return { kind: "number", text: number, touches };
  if (dot !== undefined) return { kind: "dot", text: dot, touches };
  if (variable !== undefined) return { kind: "variable", text: variable, touches };
  return word === undefined ? { kind: "symbol", text: symbol ?? "", touches } : { kind: "word", text: word, touches };
}

const escapes: Readonly<Record<string, string>> = {
  a: "\u0007",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
  '"': '"',
  "'": "'",
};

function unquote(text: string, line: number): string {
  return text.replace(/\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{3})|(.))/gs, (_all, ...found) => {
    const [byte, short, long, octal, letter] = found as (string | undefined)[];
    const code = byte ?? short ?? long;
    if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
    if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8));
    const escaped = escapes[letter ?? ""];
    if (escaped === undefined) throw new TemplateError(line, "a string has an escape that does not exist");
    return escaped;
  });
}
