import { TemplateError } from "./model/template-error.ts";
import { type Node, type Operand, type Pipeline } from "./model/syntax.ts";

/** The variables that the nodes of a list can see: found by name at once, since a template may have tens of thousands. */
class Scope {
  readonly #names: string[] = [];
  readonly #counts = new Map<string, number>();

  get size(): number {
    return this.#names.length;
  }

  has(name: string): boolean {
    return (this.#counts.get(name) ?? 0) > 0;
  }

  declare(name: string): void {
    this.#names.push(name);
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** Leaves those out that were declared when there were more than `size`. */
  leave(size: number): void {
    for (const name of this.#names.splice(size)) this.#counts.set(name, (this.#counts.get(name) ?? 0) - 1);
  }
}

/**
 * Checks that each variable is declared before it is used, in an action around it or before it, whether that runs or not.
 *
 * @throws {@link TemplateError} one is not.
 */
export function checkVariables(nodes: readonly Node[]): void {
  const scope = new Scope();
  scope.declare("");
  checkList(nodes, scope);
}

function checkList(nodes: readonly Node[], scope: Scope): void {
  for (const node of nodes) {
    switch (node.kind) {
      case "action":
        checkPipeline(node.pipeline, node.line, scope);
        break;
      case "template":
        if (node.pipeline !== undefined) checkPipeline(node.pipeline, node.line, scope);
        break;
      case "if":
      case "with":
      case "range": {
        const outside = scope.size;
        checkPipeline(node.pipeline, node.line, scope);
        // What is declared in the body is seen in what is done otherwise, too.
        checkList(node.body, scope);
        checkList(node.otherwise, scope);
        scope.leave(outside);
        break;
      }
      case "text":
      case "break":
      case "continue":
        break;
    }
  }
}

function checkPipeline({ variables, commands }: Pipeline, line: number, scope: Scope): void {
  // One that a value is only given to counts as declared, and is looked for when that is done.
  for (const name of variables) scope.declare(name);
  for (const operand of commands.flat()) checkOperand(operand, line, scope);
}

function checkOperand({ of }: Operand, line: number, scope: Scope): void {
  if (of.kind === "variable") checkVariable(of.name, line, scope);
  if (of.kind === "pipeline") checkPipeline(of.pipeline, line, scope);
}

function checkVariable(name: string, line: number, scope: Scope): void {
  if (!scope.has(name)) throw new TemplateError(line, "it uses a variable that is not defined");
}
