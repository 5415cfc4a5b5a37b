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

/** The limit of variables in the defaults of variables: far more than a person can read. */
const mostNested = 100;

/** Where a variable begins. */
interface Opening {
  readonly text: string;
  readonly start: number;
  /** The number of variables around it. */
  readonly depth: number;
}

/**
 * Parses the variable at `start` by the grammar of drone/envsubst, which clusterctl uses.
 *
 * @throws MalformedTextError it has an operator that clusterctl does not know, a missing parameter, no name, or no end, or it contains more
 *   than a hundred variables in one another.
 */
export function variableAt(text: string, start: number): Variable {
  return parsed({ text, start, depth: 0 });
}

function parsed(opening: Opening): Variable {
  const { text, start, depth } = opening;
  if (depth > mostNested) throw fault(opening, `contains more than ${mostNested} variables in one another`);
  const plain = matchAt(legacy, text, start);
  if (plain !== undefined) return variable(opening, start + plain.length);
  // `${#NAME}` is the length of the value.
  const isLength = text.startsWith("${#", start);
  const nameAt = start + (isLength ? 3 : 2);
  const name = matchAt(letters, text, nameAt);
  if (name === undefined) throw fault(opening, "has no name");
  const nameEnd = nameAt + name.length;
  const operator = isLength ? undefined : matchAt(operators, text, nameEnd);
  if (operator === undefined) return closed(opening, nameEnd);
  const at = nameEnd + operator.length;
  switch (operator.charAt(0)) {
    case ",":
    case "^":
      return closed(opening, at);
    case "#":
    case "%":
      return closed(opening, parameterEnd(opening, at, wordEnd));
    case "/":
      return closed(opening, replacement(opening, at));
    default:
      return operator === ":" ? closed(opening, substring(opening, at)) : withDefault(opening, at);
  }
}

function withDefault(opening: Opening, from: number): Variable {
  const fallback: (string | Variable)[] = [];
  let at = from;
  while (opening.text.charAt(at) !== "}") {
    const part = parameterAt(opening, at, wordEnd);
    fallback.push(part);
    at += lengthOf(part);
  }
  return { ...variable(opening, at + 1), fallback };
}

/** The end of an offset and an optional length. */
function substring(opening: Opening, at: number): number {
  const offset = parameterEnd(opening, at, offsetEnd);
  const delimiter = matchAt(colons, opening.text, offset);
  return delimiter === undefined ? offset : parameterEnd(opening, offset + delimiter.length, wordEnd);
}

/** The end of a pattern, which may contain closing braces, and its replacement, which may be empty. */
function replacement(opening: Opening, at: number): number {
  const pattern = parameterEnd(opening, at, patternEnd);
  const delimiter = matchAt(slashes, opening.text, pattern);
  if (delimiter === undefined) throw fault(opening, "has a replacement without a second slash");
  const from = pattern + delimiter.length;
  return opening.text.charAt(from) === "}" ? from : parameterEnd(opening, from, replacementEnd);
}

function parameterEnd(opening: Opening, at: number, end: RegExp): number {
  return at + lengthOf(parameterAt(opening, at, end));
}

/** A parameter of an operator, or a part of a default: either a variable or a string. */
function parameterAt(opening: Opening, at: number, end: RegExp): string | Variable {
  const { text, depth } = opening;
  if (text.startsWith("${", at)) return parsed({ text, start: at, depth: depth + 1 });
  const parameter = untilEnd(text.slice(at), end);
  if (parameter === "") throw fault(opening, "has an operator without a parameter or no closing brace");
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

function closed(opening: Opening, at: number): Variable {
  if (opening.text.charAt(at) !== "}") throw fault(opening, "has an unknown operator or no closing brace");
  return variable(opening, at + 1);
}

function variable({ text, start }: Opening, end: number): Variable {
  return { start, end, source: text.slice(start, end), fallback: [] };
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function fault({ text, start }: Opening, problem: string): MalformedTextError {
  const line = text.slice(0, start).split("\n").length;
  return new MalformedTextError("YAML", `a variable ${problem}`, { line });
}
