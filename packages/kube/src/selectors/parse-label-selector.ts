import { isMalformedText, MalformedTextError } from "../errors/malformed-text-error.ts";
import {
  compareText,
  keyProblem,
  type LabelOperator,
  type LabelRequirement,
  labelRequirement,
} from "./label-requirement.ts";

/**
 * Parses a label selector in string form as Kubernetes' `labels.Parse` does: `a=b,c!=d,e,!f,g in (x,y),h notin (z),n>3`.
 *
 * @returns the requirements, sorted by key; empty for the empty string, which selects everything.
 * @throws MalformedTextError the string is not a label selector.
 */
export function parseLabelSelector(text: string): LabelRequirement[] {
  return new Parser(text).requirements().sort((left, right) => compareText(left.key, right.key));
}

/** The recursive descent parser of Kubernetes, with its messages. */
class Parser {
  readonly #tokens: readonly Token[];
  #position = 0;

  constructor(text: string) {
    this.#tokens = tokensOf(text);
  }

  requirements(): LabelRequirement[] {
    const found: LabelRequirement[] = [];
    if (this.#next.kind === "end") return found;
    if (!startsRequirement(this.#next)) throw unexpected(this.#next, "!, identifier, or 'end of string'");
    for (;;) {
      found.push(this.#requirement());
      const after = this.#take();
      if (after.kind === "end") return found;
      if (!isSign(after, ",")) throw unexpected(after, "',' or 'end of string'");
      if (!startsRequirement(this.#next)) throw unexpected(this.#next, "identifier after ','");
    }
  }

  #requirement(): LabelRequirement {
    try {
      return this.#unexplained();
    } catch (error) {
      if (!isMalformedText(error)) throw error;
      throw malformed(`unable to parse requirement: ${error.message}`);
    }
  }

  #unexplained(): LabelRequirement {
    const isNegated = isSign(this.#next, "!");
    if (isNegated) this.#take();
    const { kind, text: key } = this.#take();
    if (kind !== "word") throw malformed(`found '${key}', expected: identifier`);
    // Kubernetes has no path here, and prints `<nil>`.
    const [problem] = keyProblem("<nil>", key);
    if (problem !== undefined) throw malformed(problem);
    if (isNegated) return labelRequirement(key, "!", []);
    if (this.#next.kind === "end" || isSign(this.#next, ",")) return labelRequirement(key, "exists", []);
    const operator = this.#operator();
    const values = operator === "in" || operator === "notin" ? this.#set() : [this.#exactValue()];
    return labelRequirement(key, operator, [...new Set(values)].sort(compareText));
  }

  #operator(): LabelOperator {
    const { text } = this.#take();
    const operator = operators.get(text);
    if (operator === undefined) throw unexpected({ text }, "in, notin, =, ==, !=, gt, lt");
    return operator;
  }

  /** The value of a comparison; a missing value is the empty string. */
  #exactValue(): string {
    if (this.#next.kind === "end" || isSign(this.#next, ",")) return "";
    const token = this.#take();
    if (token.kind !== "word") throw unexpected(token, "identifier");
    return token.text;
  }

  /** Parses `(a,b)`. A missing item next to a comma or between the parentheses is the empty string. */
  #set(): string[] {
    const open = this.#take();
    if (!isSign(open, "(")) throw malformed(`found '${open.text}' expected: '('`);
    const values: string[] = [];
    let isAfterValue = false;
    let expected = "',', ')' or identifier";
    for (;;) {
      const token = this.#take();
      if (isSign(token, ")")) return isAfterValue ? values : [...values, ""];
      if (isSign(token, ",")) {
        if (!isAfterValue) values.push("");
        isAfterValue = false;
        expected = "',', or identifier";
      } else if (token.kind === "word" && !isAfterValue) {
        values.push(token.text);
        isAfterValue = true;
        expected = "',' or ')'";
      } else throw unexpected(token, expected);
    }
  }

  get #next(): Token {
    return this.#tokens[this.#position] ?? end;
  }

  #take(): Token {
    const token = this.#next;
    this.#position += 1;
    return token;
  }
}

const end: Token = { kind: "end", text: "" };

const operators: ReadonlyMap<string, LabelOperator> = new Map([
  ["in", "in"],
  ["notin", "notin"],
  ["=", "="],
  ["==", "=="],
  ["!=", "!="],
  [">", "gt"],
  ["<", "lt"],
]);

function isSign(token: Token, sign: string): boolean {
  return token.kind === "sign" && token.text === sign;
}

function startsRequirement(token: Token): boolean {
  return token.kind === "word" || isSign(token, "!");
}

function malformed(message: string): MalformedTextError {
  return new MalformedTextError("label selector", message);
}

function unexpected({ text }: Pick<Token, "text">, expected: string): MalformedTextError {
  return malformed(`found '${text}', expected: ${expected}`);
}

/** A word or sign of a label selector. `kind` is `word` for keys, values and the operators that are words. */
interface Token {
  readonly kind: "word" | "sign" | "end";
  readonly text: string;
}

// A NUL ends a word as it ends the input, because the lexer of Kubernetes uses it as the end marker.
const next = /[ \t\r\n]*(?:(==|!=|[=!(),<>])|([^=!(),<> \t\r\n\0]+))\0?/y;

/** The tokens of a label selector; the last token is `end`. */
function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  next.lastIndex = 0;
  for (let found = next.exec(text); found !== null; found = next.exec(text)) {
    const [, sign, word = ""] = found;
    tokens.push(sign === undefined ? { kind: "word", text: word } : { kind: "sign", text: sign });
  }
  return [...tokens, end];
}
