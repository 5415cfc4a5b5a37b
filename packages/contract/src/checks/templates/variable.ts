import { MalformedTextError } from "@capstan/kube";

/** A variable in a file that clusterctl reads, such as `${FOO:=bar}`. */
export interface Variable {
  /** Offset of its dollar sign. */
  readonly start: number;
  /** Offset after its closing brace. */
  readonly end: number;
  /** Its text in the file. */
  readonly source: string;
  /** The strings and variables of its default; empty without a default, and for operators whose result depends on the value. */
  readonly fallback: readonly (string | Variable)[];
}

const legacy = /\$\{\s*([A-Za-z0-9_]+)\s*\}/y;
const letters = /[\p{L}\p{Nd}_]+/uy;
const operators = /:[=\-?+]?|=|[,^]{1,2}|##?|%%?|\/[/#%]?/y;
const colons = /:+/y;
const slashes = /\/+/y;

/** What ends the string of a parameter, and the escapes inside it. */
const offsetEnd = /[:}]|\$\{/g;
const wordEnd = /\}|\$\{/g;
const patternEnd = /\$\$|\\[/\\]|\/|\$\{/g;
const replacementEnd = /\$\$|\\[/\\]|\}|\$\{/g;
const escapes: readonly string[] = ["$$", "\\/", "\\\\"];

/**
 * Parses the variable at `start` by the grammar of drone/envsubst, which clusterctl uses.
 *
 * @throws MalformedTextError it has an operator that clusterctl does not know, a missing parameter, no name, or no end.
 */
export function variableAt(text: string, start: number): Variable {
  const plain = matchAt(legacy, text, start);
  if (plain !== undefined) return variable(text, start, start + plain.length);
  // `${#NAME}` is the length of the value.
  const isLength = text.startsWith("${#", start);
  const nameAt = start + (isLength ? 3 : 2);
  const name = matchAt(letters, text, nameAt);
  if (name === undefined) throw fault(text, start, "has no name");
  const nameEnd = nameAt + name.length;
  const operator = isLength ? undefined : matchAt(operators, text, nameEnd);
  if (operator === undefined) return closed(text, start, nameEnd);
  const at = nameEnd + operator.length;
  switch (operator.charAt(0)) {
    case ",":
    case "^":
      return closed(text, start, at);
    case "#":
    case "%":
      return closed(text, start, parameterEnd(text, start, at, wordEnd));
    case "/":
      return closed(text, start, replacement(text, start, at));
    default:
      return operator === ":" ? closed(text, start, substring(text, start, at)) : withDefault(text, start, at);
  }
}

function withDefault(text: string, start: number, from: number): Variable {
  const fallback: (string | Variable)[] = [];
  let at = from;
  while (text.charAt(at) !== "}") {
    const part = parameterAt(text, start, at, wordEnd);
    fallback.push(part);
    at += lengthOf(part);
  }
  return { ...variable(text, start, at + 1), fallback };
}

/** The end of an offset and an optional length. */
function substring(text: string, start: number, at: number): number {
  const offset = parameterEnd(text, start, at, offsetEnd);
  const delimiter = matchAt(colons, text, offset);
  return delimiter === undefined ? offset : parameterEnd(text, start, offset + delimiter.length, wordEnd);
}

/** The end of a pattern, which may contain closing braces, and its replacement, which may be empty. */
function replacement(text: string, start: number, at: number): number {
  const pattern = parameterEnd(text, start, at, patternEnd);
  const delimiter = matchAt(slashes, text, pattern);
  if (delimiter === undefined) throw fault(text, start, "has a replacement without a second slash");
  const from = pattern + delimiter.length;
  return text.charAt(from) === "}" ? from : parameterEnd(text, start, from, replacementEnd);
}

function parameterEnd(text: string, start: number, at: number, end: RegExp): number {
  return at + lengthOf(parameterAt(text, start, at, end));
}

/** A parameter of an operator, or a part of a default: either a variable or a string. */
function parameterAt(text: string, start: number, at: number, end: RegExp): string | Variable {
  if (text.startsWith("${", at)) return variableAt(text, at);
  const parameter = untilEnd(text.slice(at), end);
  if (parameter === "") throw fault(text, start, "has an operator without a parameter or no closing brace");
  return parameter;
}

/** The string at the start of `text`, until its end. */
function untilEnd(text: string, end: RegExp): string {
  for (const { 0: token, index } of text.matchAll(end)) {
    if (!escapes.includes(token)) return text.slice(0, index);
  }
  return text;
}

function lengthOf(parameter: string | Variable): number {
  return typeof parameter === "string" ? parameter.length : parameter.source.length;
}

function closed(text: string, start: number, at: number): Variable {
  if (text.charAt(at) !== "}") throw fault(text, start, "has an unknown operator or no closing brace");
  return variable(text, start, at + 1);
}

function variable(text: string, start: number, end: number): Variable {
  return { start, end, source: text.slice(start, end), fallback: [] };
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function fault(text: string, start: number, problem: string): MalformedTextError {
  const line = text.slice(0, start).split("\n").length;
  return new MalformedTextError("YAML", `a variable ${problem}`, { line });
}
