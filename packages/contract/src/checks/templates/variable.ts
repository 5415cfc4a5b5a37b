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
const letters = /[\p{L}\p{Nd}_]*/uy;

/**
 * Parses the variable at `start` by the grammar of drone/envsubst, which clusterctl uses.
 *
 * @throws MalformedTextError it has an operator that clusterctl does not know, no name, or no end.
 */
export function variableAt(text: string, start: number): Variable {
  const plain = matchAt(legacy, text, start);
  if (plain !== undefined) return variable(text, start, start + plain.length);
  // `${#NAME}` is the length of the value.
  const nameAt = start + (text.startsWith("${#", start) ? 3 : 2);
  const name = matchAt(letters, text, nameAt) ?? "";
  if (name === "") throw fault(text, start, "has no name");
  const operator = nameAt + name.length;
  if (/^(:[=\-?+]|=)/.test(text.slice(operator, operator + 2))) return withDefault(text, start, operator);
  switch (text.charAt(operator)) {
    case "}":
      return variable(text, start, operator + 1);
    case "/":
      return variable(text, start, endOf(text, start, afterPattern(text, start, operator)));
    case ":":
    case ",":
    case "^":
    case "#":
    case "%":
      return variable(text, start, endOf(text, start, operator));
    default:
      throw fault(text, start, "has an unknown operator or no closing brace");
  }
}

function withDefault(text: string, start: number, operator: number): Variable {
  const fallback: (string | Variable)[] = [];
  let at = operator + (text.charAt(operator) === ":" ? 2 : 1);
  while (text.charAt(at) !== "}") {
    if (at >= text.length) throw fault(text, start, "has no closing brace");
    const inner = text.startsWith("${", at) ? variableAt(text, at) : undefined;
    const next = inner?.end ?? nextOf(text, at + 1);
    fallback.push(inner ?? text.slice(at, next));
    at = next;
  }
  return { ...variable(text, start, at + 1), fallback };
}

/** The next closing brace or variable. */
function nextOf(text: string, from: number): number {
  const found = text.slice(from).search(/\}|\$\{/);
  return found < 0 ? text.length : from + found;
}

function endOf(text: string, start: number, from: number): number {
  let at = nextOf(text, from);
  while (text.startsWith("${", at)) at = nextOf(text, variableAt(text, at).end);
  if (at >= text.length) throw fault(text, start, "has no closing brace");
  return at + 1;
}

/** The pattern of a replacement may contain braces. */
function afterPattern(text: string, start: number, operator: number): number {
  const opening = /^\/[/#%]?/.exec(text.slice(operator, operator + 2))?.[0].length ?? 1;
  const slash = text.indexOf("/", operator + opening);
  if (slash < 0) throw fault(text, start, "has a replacement without a second slash");
  return slash + 1;
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
