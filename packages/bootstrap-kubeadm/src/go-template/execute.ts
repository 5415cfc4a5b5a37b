import { ownField } from "@capstan/kube";
import { CallError } from "./model/call-error.ts";
import { call } from "./functions.ts";
import { templateLimits } from "./model/limits.ts";
import { parseTemplate } from "./parse.ts";
import { printed } from "./printf/print-value.ts";
import { type Node, type Operand, type Pipeline, type Template } from "./model/syntax.ts";
import { TemplateError } from "./model/template-error.ts";
import { isMap, isTrue, type Value, type ValueMap } from "./model/value.ts";

/**
 * Renders a Go text/template.
 *
 * @throws {@link TemplateError} it is not a template, fails, or exceeds a limit.
 */
export function renderTemplate(source: string, data: ValueMap): string {
  return new Execution(parseTemplate(source), data).run();
}

interface Variable {
  readonly name: string;
  value: Value;
}

type Flow = "go on" | "break" | "continue";

class Execution {
  readonly #template: Template;
  readonly #data: ValueMap;
  #variables: Variable[];
  #output: string[] = [];
  #bytes = 0;
  #steps = 0;
  #depth = 0;
  #line = 1;

  constructor(template: Template, data: ValueMap) {
    this.#template = template;
    this.#data = data;
    this.#variables = [{ name: "", value: data }];
  }

  run(): string {
    try {
      this.#list(this.#template.body, this.#data);
    } catch (error) {
      if (error instanceof CallError) throw this.#error(error.message);
      // JavaScript's own limits: the size of the stack, and the length of a string.
      if (error instanceof RangeError) throw this.#error("it exceeds the limit of work");
      throw error;
    }
    return this.#output.join("");
  }

  #list(nodes: readonly Node[], dot: Value): Flow {
    if (++this.#depth > templateLimits.depth) throw this.#error("templates include each other endlessly");
    let flow: Flow = "go on";
    for (const node of nodes) {
      flow = this.#node(node, dot);
      if (flow !== "go on") break;
    }
    this.#depth--;
    return flow;
  }

  #node(node: Node, dot: Value): Flow {
    this.#spend(1);
    if (node.kind === "text") return this.#write(node.text);
    this.#line = node.line;
    switch (node.kind) {
      case "action": {
        const value = this.#pipeline(node.pipeline, dot);
        return node.pipeline.variables.length > 0 ? "go on" : this.#write(printed(value));
      }
      case "if":
      case "with":
        return this.#scoped(() => {
          const value = this.#pipeline(node.pipeline, dot);
          const inner = node.kind === "with" && isTrue(value) ? value : dot;
          return this.#list(isTrue(value) ? node.body : node.otherwise, inner);
        });
      case "range":
        return this.#scoped(() => this.#range(node, dot));
      case "template":
        return this.#call(node, dot);
      case "break":
      case "continue":
        return node.kind;
    }
  }

  #range(node: Extract<Node, { body: readonly Node[] }>, dot: Value): Flow {
    const over = this.#pipeline(node.pipeline, dot);
    const { variables } = node.pipeline;
    const targets = this.#targets(node.pipeline);
    if (typeof over === "number" && variables.length > 1) throw this.#error("range over an integer has one variable");
    let isEmpty = true;
    for (const [key, value] of this.#items(over)) {
      isEmpty = false;
      this.#spend(1);
      const given = targets.length > 1 ? [key, value] : [value];
      for (const [index, target] of targets.entries()) target.value = given[index];
      const flow = this.#scoped(() => this.#list(node.body, value));
      if (flow === "break") break;
    }
    return isEmpty ? this.#list(node.otherwise, dot) : "go on";
  }

  /** The variables that receive each item: the last declared ones, or existing ones. */
  #targets({ variables, declares }: Pipeline): Variable[] {
    if (!declares) return variables.map((name) => this.#variable(name));
    return variables.length === 0 ? [] : this.#variables.slice(-variables.length);
  }

  /** A generator, because a range may break at its first item. */
  *#items(over: Value): Generator<readonly [Value, Value]> {
    if (over === undefined || over === null) return;
    if (isMap(over)) {
      for (const name of Object.keys(over).sort()) yield [name, over[name]];
      return;
    }
    if (typeof over !== "number" || !Number.isInteger(over))
      throw this.#error("range over a value that is not a list, map or integer");
    for (let index = 0; index < over; index++) yield [index, index];
  }

  #call(node: Extract<Node, { kind: "template" }>, dot: Value): Flow {
    const body = this.#template.defined.get(node.name);
    if (body === undefined) throw this.#error("it uses a template that is not defined");
    const inner = node.pipeline === undefined ? undefined : this.#pipeline(node.pipeline, dot);
    const outer = this.#variables;
    this.#variables = [{ name: "", value: inner }];
    this.#list(body, inner);
    this.#variables = outer;
    return "go on";
  }

  #scoped(run: () => Flow): Flow {
    const { length } = this.#variables;
    const flow = run();
    this.#variables.length = length;
    return flow;
  }

  #pipeline({ variables, declares, commands }: Pipeline, dot: Value): Value {
    let result: Value;
    commands.forEach((command, index) => {
      result = this.#command(command, dot, index === 0 ? [] : [result]);
    });
    for (const name of variables) {
      if (declares) this.#variables.push({ name, value: result });
      else this.#variable(name).value = result;
    }
    return result;
  }

  #command([first, ...others]: readonly Operand[], dot: Value, last: readonly Value[]): Value {
    if (first === undefined) throw this.#error("a value is missing");
    this.#spend(1 + others.length);
    if (first.of.kind === "literal" && first.of.value === null) throw this.#error("nil is not a command");
    if (first.of.kind !== "function" || first.fields.length > 0) {
      if (others.length + last.length > 0) return this.#withArguments(first, dot);
      return this.#operand(first, dot);
    }
    const { name } = first.of;
    if (name === "and" || name === "or") return this.#shortCircuit(name, others, dot, last);
    const values = [...others.map((operand) => this.#operand(operand, dot)), ...last];
    if (this.#spendOn(...values) > templateLimits.bytes) {
      throw this.#error("the arguments of a function exceed 1 MiB");
    }
    if (name === "printf") this.#spend(templateLimits.directiveSteps * directivesIn(values[0]));
    const result = call(name, values);
    this.#spendOn(result);
    return result;
  }

  /** A field of a missing value is missing, regardless of arguments. Other values take no arguments. */
  #withArguments({ of, fields }: Operand, dot: Value): Value {
    const isMissing = fields.length > 0 && (this.#operand({ of, fields: fields.slice(0, -1) }, dot) ?? null) === null;
    if (!isMissing) throw this.#error("a value that is not a function has arguments");
    return undefined;
  }

  #shortCircuit(name: "and" | "or", operands: readonly Operand[], dot: Value, last: readonly Value[]): Value {
    const values = [
      ...operands.map((operand) => () => this.#operand(operand, dot)),
      ...last.map((value) => () => value),
    ];
    if (values.length === 0) throw this.#error("a function is called without a value");
    let result: Value;
    for (const value of values) {
      result = value();
      if (isTrue(result) === (name === "or")) break;
    }
    return result ?? undefined;
  }

  #operand({ of, fields }: Operand, dot: Value): Value {
    const value = this.#base(of, dot);
    this.#spend(fields.length);
    return fields.reduce<Value>((inner, name) => this.#field(inner, name), value);
  }

  #base(of: Operand["of"], dot: Value): Value {
    switch (of.kind) {
      case "literal":
        return of.value;
      case "dot":
        return dot;
      case "variable":
        return this.#variable(of.name).value;
      case "function":
        return this.#command([{ of, fields: [] }], dot, []);
      case "pipeline":
        return this.#pipeline(of.pipeline, dot);
    }
  }

  #field(value: Value, name: string): Value {
    if (value === undefined || value === null) return undefined;
    if (!isMap(value)) throw this.#error("it reads a field of a value that is not a map");
    return ownField(value, name);
  }

  #variable(name: string): Variable {
    this.#spend(Math.floor(this.#variables.length / 16));
    const found = this.#variables.findLast((variable) => variable.name === name);
    if (found === undefined) throw this.#error("it uses a variable that is not defined");
    return found;
  }

  #write(text: string): Flow {
    this.#bytes += Buffer.byteLength(text);
    if (this.#bytes > templateLimits.bytes) throw this.#error("its output exceeds 1 MiB");
    this.#output.push(text);
    return "go on";
  }

  #spend(steps: number): void {
    this.#steps += steps;
    if (this.#steps > templateLimits.steps) throw this.#error("it exceeds the limit of work");
  }

  /** Counts the work of a function, which reads its arguments and writes its result, and returns their length. */
  #spendOn(...values: readonly Value[]): number {
    const length = values.reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 0), 0);
    this.#spend(Math.floor(length / templateLimits.charactersOfStep));
    return length;
  }

  #error(why: string): TemplateError {
    return new TemplateError(this.#line, why);
  }
}

/** An upper bound for the number of directives in a format. */
function directivesIn(format: Value): number {
  return typeof format === "string" ? format.split("%").length - 1 : 0;
}
