import { functionNames } from "./functions.ts";
import { nestedTooDeep, templateLimits } from "./model/limits.ts";
import { type Token } from "./lexer.ts";
import { type Operand, type Pipeline } from "./model/syntax.ts";
import { TemplateError } from "./model/template-error.ts";
import { GoFloat } from "./model/value.ts";

/** Reads the pipeline that an action, or the rest of one, consists of. */
export function parsePipeline(tokens: readonly Token[], line: number): Pipeline {
  const reader = new PipelineReader(tokens, line);
  const pipeline = reader.pipeline();
  if (!reader.isAtEnd) throw new TemplateError(line, "an action continues where it should end");
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

  pipeline(): Pipeline {
    const { variables, declares } = this.#declaration();
    const commands = [this.#command()];
    while (this.#takesSymbol("|")) {
      const command = this.#command();
      const { kind } = command[0]?.of ?? {};
      if (kind === "literal" || kind === "dot")
        throw new TemplateError(this.#line, "a value gets the result of a pipeline");
      commands.push(command);
    }
    return { variables, declares, commands };
  }

  /** `$a :=`, `$a, $b :=` or the same with `=`; nothing is read if it is not there. */
  #declaration(): { variables: string[]; declares: boolean } {
    const start = this.#position;
    const variables: string[] = [];
    for (let token = this.#tokens[this.#position]; token?.kind === "variable"; token = this.#tokens[this.#position]) {
      variables.push(token.text);
      this.#position++;
      if (this.#takesSymbol(":=")) return { variables, declares: true };
      if (this.#takesSymbol("=")) return { variables, declares: false };
      if (!this.#takesSymbol(",")) break;
    }
    this.#position = start;
    return { variables: [], declares: false };
  }

  #command(): Operand[] {
    const operands: Operand[] = [];
    for (;;) {
      const token = this.#tokens[this.#position];
      if (token === undefined || (token.kind === "symbol" && token.text !== "(")) break;
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
    return { of, fields };
  }

  #value(): Operand["of"] {
    const token = this.#tokens[this.#position];
    if (token === undefined) throw new TemplateError(this.#line, "a value is missing");
    // A field of the dot: the dot itself is left out, and the field is read after it.
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
    const pipeline = this.pipeline();
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
    const [, sign = "", digits = ""] = /^([+-]?)(.*)$/.exec(text.replaceAll("_", "")) ?? [];
    const amount = Number(/^0\d+$/.test(digits) ? `0o${digits.slice(1)}` : digits);
    if (Number.isNaN(amount)) throw new TemplateError(this.#line, "a number cannot be read");
    const value = sign === "-" ? -amount : amount;
    return /[.eEpP]/.test(digits) && !/^0[xX]/.test(digits) ? new GoFloat(value) : value;
  }

  #takesSymbol(text: string): boolean {
    const token = this.#tokens[this.#position];
    if (token?.kind !== "symbol" || token.text !== text) return false;
    this.#position++;
    return true;
  }
}

function fieldOfDot(name: string): Pipeline {
  return { variables: [], declares: false, commands: [[{ of: { kind: "dot" }, fields: [name] }]] };
}
