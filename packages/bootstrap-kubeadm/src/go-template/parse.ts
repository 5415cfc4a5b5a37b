import { checkVariables } from "./check-variables.ts";
import { type Piece, lex, type Token } from "./lexer.ts";
import { nestedTooDeep, templateLimits } from "./model/limits.ts";
import { parsePipeline } from "./parse-pipeline.ts";
import { type Node, type Template } from "./model/syntax.ts";
import { TemplateError } from "./model/template-error.ts";

/**
 * Parses a Go text/template.
 *
 * @throws {@link TemplateError} it is not a template.
 */
export function parseTemplate(source: string): Template {
  const parser = new Parser(lex(source));
  const { nodes } = parser.list([], false);
  for (const list of [nodes, ...parser.defined.values()]) checkVariables(list);
  return { body: nodes, defined: parser.defined };
}

interface End {
  readonly word: "end" | "else" | "";
  /** The tokens after `else`. */
  readonly rest: readonly Token[];
  readonly line: number;
}

class Parser {
  readonly defined = new Map<string, readonly Node[]>();
  readonly #pieces: readonly Piece[];
  #position = 0;
  #nesting = 0;

  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces;
  }

  /** Nodes up to one of the words that end the list; at the top level, up to the end of the template. */
  list(ends: readonly string[], isLoop: boolean): { nodes: Node[]; end: End } {
    if (this.#nesting > templateLimits.nesting) throw new TemplateError(this.#line, nestedTooDeep);
    this.#nesting += 1;
    const found = this.#nodes(ends, isLoop);
    this.#nesting -= 1;
    return found;
  }

  /** The line of the last action. */
  get #line(): number {
    const piece = this.#pieces[this.#position - 1];
    return piece?.kind === "action" ? piece.line : 1;
  }

  #nodes(ends: readonly string[], isLoop: boolean): { nodes: Node[]; end: End } {
    const nodes: Node[] = [];
    let line = 1;
    for (;;) {
      const piece = this.#pieces[this.#position++];
      if (piece === undefined) {
        if (ends.length > 0) throw new TemplateError(line, "an end is missing");
        return { nodes, end: { word: "", rest: [], line } };
      }
      if (piece.kind === "text") {
        nodes.push(piece);
        continue;
      }
      line = piece.line;
      const [first, ...rest] = piece.tokens;
      const word = first?.kind === "word" ? first.text : "";
      if (word === "end" || word === "else") {
        if (!ends.includes(word)) throw new TemplateError(line, "an end or else has no matching action");
        if (word === "end" && rest.length > 0) throw new TemplateError(line, "an end has more than its keyword");
        return { nodes, end: { word, rest, line } };
      }
      nodes.push(...this.#node(word, piece.tokens, rest, line, isLoop));
    }
  }

  #node(word: string, tokens: readonly Token[], rest: readonly Token[], line: number, isLoop: boolean): Node[] {
    switch (word) {
      case "if":
      case "with":
      case "range":
        return [this.#branch(word, rest, line, isLoop)];
      case "define":
        if (this.#nesting > 1) throw new TemplateError(line, "a template is defined inside of an action");
        this.#define(nameOf(rest, line, 1), line);
        return [];
      case "block": {
        const name = nameOf(rest, line);
        const pipeline = parsePipeline(rest.slice(1), line);
        this.#define(name, line);
        return [{ kind: "template", name, pipeline, line }];
      }
      case "template": {
        const pipeline = rest.length === 1 ? undefined : parsePipeline(rest.slice(1), line);
        return [{ kind: "template", name: nameOf(rest, line), pipeline, line }];
      }
      case "break":
      case "continue":
        if (!isLoop || rest.length > 0) throw new TemplateError(line, `${word} outside of range`);
        return [{ kind: word, line }];
      default:
        return [{ kind: "action", pipeline: parsePipeline(tokens, line), line }];
    }
  }

  #define(name: string, line: number): void {
    const { nodes } = this.list(["end"], false);
    const known = this.defined.get(name);
    if (known === undefined || isEmpty(known)) this.defined.set(name, nodes);
    else if (!isEmpty(nodes)) throw new TemplateError(line, "a template is defined twice");
  }

  #branch(kind: "if" | "with" | "range", tokens: readonly Token[], line: number, isLoop: boolean): Node {
    const pipeline = parsePipeline(tokens, line, kind === "range" ? 2 : 1);
    const inLoop = isLoop || kind === "range";
    const { nodes: body, end } = this.list(["end", "else"], inLoop);
    // In the tree, each `else` is nested in the one before.
    this.#nesting += 1;
    const otherwise = end.word === "else" ? this.#otherwise(kind, end, isLoop) : [];
    this.#nesting -= 1;
    return { kind, pipeline, body, otherwise, line };
  }

  #otherwise(kind: "if" | "with" | "range", { rest, line }: End, isLoop: boolean): Node[] {
    const [next, ...condition] = rest;
    if (next === undefined) return this.list(["end"], isLoop).nodes;
    // `else if` shares the `end` of its `if`.
    if (next.kind === "word" && next.text === kind && kind !== "range") {
      return [this.#branch(kind, condition, line, isLoop)];
    }
    throw new TemplateError(line, "an else continues after its end");
  }
}

/** A definition of only white space may be redefined. */
function isEmpty(nodes: readonly Node[]): boolean {
  return nodes.every((node) => node.kind === "text" && node.text.trim() === "");
}

function nameOf(tokens: readonly Token[], line: number, count?: number): string {
  const [name] = tokens;
  if (name?.kind !== "string" || (count !== undefined && tokens.length !== count)) {
    throw new TemplateError(line, "the name of a template is missing");
  }
  return name.text;
}
