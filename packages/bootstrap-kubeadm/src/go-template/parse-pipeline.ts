import { functionNames } from "./functions.ts";
import { nestedTooDeep, templateLimits } from "./model/limits.ts";
import { type Token } from "./lexer.ts";
import { type Operand, type Pipeline } from "./model/syntax.ts";
import { TemplateError } from "./model/template-error.ts";
import { GoFloat } from "./model/value.ts";

/** Parses the pipeline of an action, or of the rest of an action. @param mostVariables - that it may declare. */
export function parsePipeline(tokens: readonly Token[], line: number, mostVariables = 1): Pipeline {
  const reader = new PipelineReader(tokens, line);
  const pipeline = reader.pipeline(mostVariables);
  if (!reader.isAtEnd) throw new TemplateError(line, "an action continues after its end");
  return pipeline;
}

class PipelineReader {
  readonly #tokens: readonly Token[];
  readonly #line: number;
  #position = 0;
  #nesting = 0;

  constructor(tokens: readonly Token[], line: number) {
    this.#tokens = tokens;
    this.#line = line;
  }

  get isAtEnd(): boolean {
    return this.#position >= this.#tokens.length;
  }

  pipeline(mostVariables: number): Pipeline {
    const { variables, declares } = this.#declaration(mostVariables);
    const commands = [this.#command()];
    // Go ignores a trailing pipe.
    while (this.#takesSymbol("|") && !this.isAtEnd && !this.#isSymbol(")")) {
      const command = this.#command();
      const { kind } = command[0]?.of ?? {};
      if (kind === "literal" || kind === "dot")
        throw new TemplateError(this.#line, "the result of a pipeline is passed to a value that is not a function");
      commands.push(command);
    }
    return { variables, declares, commands };
  }

  /** `$a :=`, `$a, $b :=` or the same with `=`. A variable without either starts the first command. */
  #declaration(most: number): { variables: string[]; declares: boolean } {
    const variables: string[] = [];
    for (;;) {
      const token = this.#tokens[this.#position];
      if (token?.kind !== "variable") {
        if (variables.length > 0) throw new TemplateError(this.#line, "a variable is missing");
        break;
      }
      const { touches } = this.#tokens[++this.#position] ?? token;
      if (this.#takesSymbol(":=")) return { variables: [...variables, token.text], declares: true };
      if (!touches && this.#takesSymbol("=")) return { variables: [...variables, token.text], declares: false };
      if (!this.#takesSymbol(",")) {
        this.#position--;
        break;
      }
      variables.push(token.text);
      if (variables.length >= most) throw new TemplateError(this.#line, "too many variables are declared");
    }
    return { variables, declares: true };
  }

  #command(): Operand[] {
    const operands: Operand[] = [];
    for (;;) {
      const token = this.#tokens[this.#position];
      if (token === undefined || (token.kind === "symbol" && token.text !== "(")) break;
      if (token.touches && operands.length > 0) throw new TemplateError(this.#line, "a space is missing");
      operands.push(this.#operand());
    }
    const [first] = operands;
    if (first === undefined) throw new TemplateError(this.#line, "a value is missing");
    return operands;
  }

  #operand(): Operand {
    const of = this.#value();
    const fields: string[] = [];
    for (;;) {
      const next = this.#tokens[this.#position];
      if (next?.kind !== "field" || !next.touches) break;
      fields.push(next.text);
      this.#position++;
    }
    if (fields.length > 0 && (of.kind === "literal" || of.kind === "dot"))
      throw new TemplateError(this.#line, "it reads a field of a value that is not a map");
    return { of, fields };
  }

  #value(): Operand["of"] {
    const token = this.#tokens[this.#position];
    if (token === undefined) throw new TemplateError(this.#line, "a value is missing");
    // A field of the dot, which is implied; the field is read after it.
    if (token.kind === "field") {
      this.#position++;
      const rest = this.#tokens[this.#position - 1];
      return { kind: "pipeline", pipeline: fieldOfDot(rest?.text ?? "") };
    }
    this.#position++;
    switch (token.kind) {
      case "dot":
        return { kind: "dot" };
      case "variable":
        return { kind: "variable", name: token.text };
      case "string":
        return { kind: "literal", value: token.text };
      case "number":
        return { kind: "literal", value: this.#number(token.text) };
      case "word":
        return this.#word(token.text);
      case "symbol":
        return this.#parenthesised();
    }
  }

  #parenthesised(): Operand["of"] {
    if (++this.#nesting > templateLimits.nesting) throw new TemplateError(this.#line, nestedTooDeep);
    const pipeline = this.pipeline(1);
    this.#nesting--;
    if (!this.#takesSymbol(")")) throw new TemplateError(this.#line, "a parenthesis does not end");
    return { kind: "pipeline", pipeline };
  }

  #word(name: string): Operand["of"] {
    if (name === "true" || name === "false") return { kind: "literal", value: name === "true" };
    if (name === "nil") return { kind: "literal", value: null };
    if (!functionNames.has(name)) throw new TemplateError(this.#line, "it calls a function that does not exist");
    return { kind: "function", name };
  }

  #number(text: string): number | GoFloat {
    // Single underscores only, between digits or after the base prefix.
    const isSeparated = !/(?<![\da-fA-F]|0[xXbBoO])_|_(?![\da-fA-F])/.test(text);
    const [, sign = "", digits = ""] = /^([+-]?)(.*)$/.exec(text.replaceAll("_", "")) ?? [];
    const amount = amountOf(digits);
    if (!isSeparated || Number.isNaN(amount)) throw new TemplateError(this.#line, "a number cannot be read");
    const value = sign === "-" ? -amount : amount;
    if (/[.pP]|^[\d.]+[eE]/.test(digits)) return new GoFloat(value);
    if (amount >= 2 ** 63) throw new TemplateError(this.#line, "a number is too large");
    return value;
  }

  #takesSymbol(text: string): boolean {
    if (!this.#isSymbol(text)) return false;
    this.#position++;
    return true;
  }

  #isSymbol(text: string): boolean {
    const token = this.#tokens[this.#position];
    return token?.kind === "symbol" && token.text === text;
  }
}

/** Parses an unsigned number: `017` and `0o17` are octal, and `0x1.8p1` has a power of two. */
function amountOf(digits: string): number {
  const [, whole, fraction = "", power] = /^0[xX]([\da-fA-F]*)\.?([\da-fA-F]*)[pP](.+)$/.exec(digits) ?? [];
  if (whole === undefined) return Number(/^0\d+$/.test(digits) ? `0o${digits.slice(1)}` : digits);
  const scale = 2 ** Number(power);
  return (Number.parseInt(whole + fraction, 16) / 16 ** fraction.length) * scale;
}

function fieldOfDot(name: string): Pipeline {
  return { variables: [], declares: false, commands: [[{ of: { kind: "dot" }, fields: [name] }]] };
}
