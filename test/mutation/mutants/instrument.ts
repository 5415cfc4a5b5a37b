import ts from "typescript";
import { type FoundMutant } from "./find-mutants.ts";

/**
 * A module in which all its mutants are, each behind a switch: `isMutant(12) ? changed : original`. One process then tries them all,
 * without loading anything again. `numberOf` is what the switch of a mutant is called.
 */
export function instrument(
  file: ts.SourceFile,
  mutants: readonly FoundMutant[],
  numberOf: (mutant: FoundMutant) => number,
): string {
  const byNode = new Map<ts.Node, FoundMutant[]>();
  for (const mutant of mutants) byNode.set(mutant.node, [...(byNode.get(mutant.node) ?? []), mutant]);
  const render = (node: ts.Node): string => {
    const own = byNode.get(node) ?? [];
    const inside = renderChildren(node);
    if (own.length === 0) return inside;
    // The block keeps an `else` behind the statement with the `if` before it.
    if (ts.isStatement(node)) return `{ if (!${test(own[0], numberOf)}) { ${inside} } }`;
    // The zero keeps a parser from taking `(a) : (b)` for the head of an arrow function.
    const choices = own.map((mutant) => `${test(mutant, numberOf)} ? (0, ${mutant.source}) : `).join("");
    return `(${choices}(${inside}))`;
  };
  const renderChildren = (node: ts.Node): string => {
    let out = "";
    let position = node.getStart();
    ts.forEachChild(node, (child) => {
      if (child.getStart() < position) return;
      out += file.text.slice(position, child.getStart()) + render(child);
      position = child.end;
    });
    return out + file.text.slice(position, node.end);
  };
  const header = `const isMutant = globalThis[Symbol.for("capstan.mutation")].isMutant;`;
  return `${header}${render(file)}\n`;
}

function test(mutant: FoundMutant | undefined, numberOf: (mutant: FoundMutant) => number): string {
  return `isMutant(${mutant === undefined ? -1 : numberOf(mutant)})`;
}
