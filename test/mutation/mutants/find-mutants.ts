import ts from "typescript";
import { type Mutant, mutantId } from "./mutant.ts";
import { isRemovable, isReplaceable } from "./position.ts";
import { type Replacement, isInChain, replacementsOf } from "./replacements.ts";

/** A mutant, with its replacement in the module. */
export interface FoundMutant extends Mutant {
  readonly node: ts.Node;
  readonly source: string;
}

/**
 * The mutants of a module, in source order. Code that is evaluated once, at module load, has none: a table is not a decision, and a change
 * of it would require every test to reload everything.
 */
export function findMutants(file: ts.SourceFile): FoundMutant[] {
  const found: FoundMutant[] = [];
  const seen = new Map<string, number>();
  const add = (node: ts.Node, { change, source }: Replacement): void => {
    const within = pathOf(node);
    const text = oneLine(node.getText());
    const key = mutantId(file.fileName, within, change, text, 0);
    const occurrence = seen.get(key) ?? 0;
    seen.set(key, occurrence + 1);
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    const id = mutantId(file.fileName, within, change, text, occurrence);
    found.push({ id, file: file.fileName, within, change, text, line: line + 1, node, source });
  };
  const visit = (node: ts.Node, isInFunction: boolean): void => {
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    if (isInFunction && isRemovable(node)) add(node, { change: "statement left out", source: "" });
    else if (isInFunction && isReplaceable(node) && !isInChain(node)) {
      for (const replacement of replacementsOf(node)) add(node, replacement);
    }
    ts.forEachChild(node, (child) => {
      visit(child, isInFunction || ts.isFunctionLike(node));
    });
  };
  visit(file, false);
  return found;
}

/** The names of the declarations around a node, outermost first. */
function pathOf(node: ts.Node): string {
  const names: string[] = [];
  for (let around = node.parent; !ts.isSourceFile(around); around = around.parent) {
    if (!ts.isFunctionLike(around) && !ts.isVariableDeclaration(around) && !ts.isClassLike(around)) continue;
    const name = around.name === undefined ? "" : around.name.getText();
    if (name !== "" && /^[#\w$"'-]+$/.test(name)) names.unshift(name);
    else if (ts.isConstructorDeclaration(around)) names.unshift("constructor");
  }
  return names.join(".");
}

function oneLine(text: string): string {
  const whole = text.replace(/\s+/g, " ");
  return whole.length <= 160 ? whole : `${whole.slice(0, 100)} … ${whole.slice(-56)}`;
}
