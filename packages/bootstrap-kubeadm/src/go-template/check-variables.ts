import { TemplateError } from "./model/template-error.ts";
import { type Node, type Operand, type Pipeline } from "./model/syntax.ts";

/** Variables that the nodes of a list can see, in the order of their declarations. */
type Scope = string[];

/**
 * Checks that each variable is declared before it is used, in an action around it or before it, whether that runs or not.
 *
 * @throws {@link TemplateError} one is not.
 */
export function checkVariables(nodes: readonly Node[]): void {
  checkList(nodes, [""]);
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
        const outside = scope.length;
        checkPipeline(node.pipeline, node.line, scope);
        // What is declared in the body is seen in what is done otherwise, too.
        checkList(node.body, scope);
        checkList(node.otherwise, scope);
        scope.length = outside;
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
  scope.push(...variables);
  for (const operand of commands.flat()) checkOperand(operand, line, scope);
}

function checkOperand({ of }: Operand, line: number, scope: Scope): void {
  if (of.kind === "variable") checkVariable(of.name, line, scope);
  if (of.kind === "pipeline") checkPipeline(of.pipeline, line, scope);
}

function checkVariable(name: string, line: number, scope: Scope): void {
  if (!scope.includes(name)) throw new TemplateError(line, "it uses a variable that is not defined");
}
