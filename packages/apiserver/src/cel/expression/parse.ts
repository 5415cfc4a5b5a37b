import { type ASTNode, Environment, ParseError } from "@marcbachmann/cel-js";
import { lowestInt } from "../values/whole-numbers.ts";
import { dottedName } from "./dotted-name.ts";
import { type Expression, moved } from "./expression.ts";
import { expandMacro, MacroError } from "./macros.ts";
import { SourceError } from "./source-error.ts";

/** The depth limit of Kubernetes. */
const parser = new Environment({ enableOptionalTypes: true, limits: { maxDepth: 250 } });

/** @throws SourceError The string is not an expression. */
export function parse(source: string): Expression {
  const { text, origin } = rewritten(source);
  try {
    const expression = translate(parser.parse(text).ast, text);
    return text === source ? expression : moved(expression, origin);
  } catch (error) {
    const problem = (at: number, message: string): SourceError =>
      new SourceError(source, [{ at: origin(at), message }]);
    if (error instanceof ParseError) throw problem(error.range?.start ?? 0, `Syntax error: ${error.summary}`);
    if (error instanceof MacroError) throw problem(error.at, error.message);
    throw error;
  }
}

function rewritten(source: string): { readonly text: string; readonly origin: (at: number) => number } {
  const found = withoutStructs(source);
  return { text: found.text, origin: (at) => found.origin(at) };
}

function translate(node: ASTNode, source: string): Expression {
  const inner = (child: ASTNode): Expression => translate(child, source);
  const at = node.start;
  switch (node.op) {
    case "value":
      return literal(node.args, at);
    case "id":
      return { kind: "identifier", at, name: node.args };
    case ".":
      return select(inner(node.args[0]), node.args[1], node.pos - 1);
    case ".?": {
      const field: Expression = { kind: "literal", at: node.pos, value: node.args[1] };
      return { kind: "call", at: node.pos - 2, name: "_?._", args: [inner(node.args[0]), field] };
    }
    case "[]":
      return operator("_[_]", node.args.map(inner), source.indexOf("[", node.args[0].end));
    case "[?]":
      return operator("_[?_]", node.args.map(inner), source.indexOf("[", node.args[0].end));
    case "call":
      return call(node.args[0], node.args[1].map(inner), source.indexOf("(", at));
    case "rcall": {
      const [name, target, args] = node.args;
      if (name === structCall) return struct(inner(target), inner(args[0] ?? target), source);
      return method(name, inner(target), args.map(inner), source.indexOf("(", target.end));
    }
    case "list":
      return { kind: "list", at, elements: node.args.map(inner) };
    case "map":
      return { kind: "map", at, entries: node.args.map(([key, value]) => [inner(key), inner(value)]) };
    case "?:":
      return operator("_?_:_", node.args.map(inner), source.indexOf("?", node.args[0].end));
    case "!_":
      return operator("!_", [inner(node.args)], at);
    case "-_":
      return negation(node.args, at, inner);
    case "in":
      return operator("@in", node.args.map(inner), source.indexOf("in", node.args[0].end));
    case "!=":
    case "==":
    case "+":
    case "-":
    case "*":
    case "/":
    case "%":
    case "<":
    case "<=":
    case ">":
    case ">=":
    case "||":
    case "&&":
      return operator(`_${node.op}_`, node.args.map(inner), source.indexOf(node.op, node.args[0].end));
  }
}

/** Restores an object from its call of {@link structCall}. */
function struct(target: Expression, map: Expression, source: string): Expression {
  const { at } = map;
  const name = dottedName(target);
  if (name === undefined || map.kind !== "map") throw new MacroError(at, "invalid object");
  const fields = map.entries.map(([key, value]) => {
    if (key.kind !== "identifier") throw new MacroError(key.at, "invalid field");
    const optional = key.name.startsWith(optionalField);
    const own = optional ? key.name.slice(optionalField.length) : key.name;
    return { at: source.indexOf(":", key.at), name: own, value, optional };
  });
  return { kind: "struct", at, name, fields };
}

function literal(value: (ASTNode & { op: "value" })["args"], at: number): Expression {
  if (typeof value === "bigint" && (value < lowestInt || value >= -lowestInt)) {
    throw new MacroError(at, "invalid int literal");
  }
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return { kind: "literal", at, value };
  return { kind: "literal", at, value: { uint: value.value } };
}

/** A minus sign belongs to the number after it. */
function negation(operand: ASTNode, at: number, inner: (child: ASTNode) => Expression): Expression {
  if (operand.op === "value" && typeof operand.args === "bigint") return literal(-operand.args, at);
  if (operand.op === "value" && typeof operand.args === "number") return literal(-operand.args, at);
  return operator("-_", [inner(operand)], at);
}

function select(operand: Expression, field: string, at: number): Expression {
  return { kind: "select", at, operand, field, test: false };
}

function operator(name: string, args: readonly Expression[], at: number): Expression {
  return { kind: "call", at, name, args };
}

function call(name: string, args: readonly Expression[], at: number): Expression {
  if (name !== "has" || args.length !== 1) return { kind: "call", at, name, args };
  const [operand] = args;
  if (operand?.kind === "select") return { ...operand, test: true, at };
  throw new MacroError(operand?.at ?? at, "invalid argument to has() macro");
}

function method(name: string, target: Expression, args: readonly Expression[], at: number): Expression {
  return expandMacro(name, target, args, at) ?? { kind: "call", at, name, target, args };
}

/**
 * The parser does not support objects such as `Object.spec{replicas: 1}`. They are rewritten as calls of {@link structCall},
 * `Object.spec.…({replicas: 1})`, and positions in the result are mapped back.
 */
const structCall = "__struct__";

/** The prefix of a field that is omitted if its value is an empty optional, written `?name`. */
const optionalField = "__optional__";

/** The source for the parser, and the origin of its parts. */
interface Rewritten {
  readonly text: string;
  /** Maps a position in `text` to the original source. */
  origin(at: number): number;
}

const tokens =
  /(?<skip>\s+|\/\/[^\n]*)|(?<string>(?:[rRbB]{0,2})(?:"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'))|(?<word>[A-Za-z_]\w*)|(?<other>[\s\S])/gy;

/** Names that no object can have. */
const keywords = new Set(["in", "true", "false", "null"]);

function withoutStructs(source: string): Rewritten {
  // Most expressions have no objects.
  if (!/\w\s*\{/.test(source)) return { text: source, origin: (at) => at };
  const writer = new Writer();
  const open: boolean[] = [];
  let previous = "";
  for (const match of source.matchAll(tokens)) {
    const [token] = match;
    const { skip, word } = match.groups ?? {};
    if (token === "{") {
      const isStruct = isName(previous);
      open.push(isStruct);
      if (isStruct) writer.insert(`.${structCall}(`);
      writer.copy(token, match.index);
    } else if (token === "}") {
      writer.copy(token, match.index);
      if (open.pop() === true) writer.insert(")");
    } else if (token === "?" && open.at(-1) === true && (previous === "{" || previous === ",")) {
      writer.insert(optionalField);
    } else writer.copy(token, match.index);
    if (skip === undefined) previous = word ?? token;
  }
  return writer;
}

function isName(token: string): boolean {
  return /^[A-Za-z_]\w*$/.test(token) && !keywords.has(token);
}

class Writer implements Rewritten {
  text = "";
  /** The starts of pieces in both sources. */
  readonly #pieces: { readonly here: number; readonly there: number }[] = [];
  #there = 0;

  copy(token: string, there: number): void {
    this.#pieces.push({ here: this.text.length, there });
    this.text += token;
    this.#there = there + token.length;
  }

  insert(token: string): void {
    this.#pieces.push({ here: this.text.length, there: this.#there });
    this.text += token;
  }

  origin(at: number): number {
    const piece = this.#pieces.findLast(({ here }) => here <= at);
    return piece === undefined ? at : piece.there + at - piece.here;
  }
}
