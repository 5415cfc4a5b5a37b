import { TemplateError } from "./model/template-error.ts";
import { type Node, type Operand, type Pipeline } from "./model/syntax.ts";

/** The variables in scope for a list of nodes, indexed by name, because a template may have tens of thousands. */
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

  /** Removes the variables declared since the scope had `size` variables. */
  leave(size: number): void {
    for (const name of this.#names.splice(size)) this.#counts.set(name, (this.#counts.get(name) ?? 0) - 1);
  }
}

/**
 * Checks that each variable is declared before its use, in an enclosing or earlier action, whether that action runs or not.
 *
 * @throws {@link TemplateError} a variable is not declared.
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
        // Variables declared in the body are in scope in the else branch, too.
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
  // A variable that is only assigned counts as declared here; execution looks it up.
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
