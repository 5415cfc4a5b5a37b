import ts from "typescript";
import { type FoundMutant } from "./find-mutants.ts";

/**
 * A module with all its mutants, each behind a switch: `isMutant(12) ? changed : original`. One process tries them all without reloading.
 * `numberOf` is the argument for the switch of a mutant. If the value of the original shows that a mutant makes no difference, the mutant
 * counts as not reached: a condition that is true in a test need not be tried there as always true. `isOn` is the switch of such a mutant,
 * and the code around the original inspects its value.
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
    if (own.length === 0) return renderChildren(node);
    // The block keeps an `else` after the statement attached to the `if` before it.
    if (ts.isStatement(node)) return `{ if (!$isMutant(${own.map(numberOf).join()})) { ${renderChildren(node)} } }`;
    const numbers = new Map(own.map((mutant) => [mutant.change, numberOf(mutant)]));
    // The zero prevents a parser from reading `(a) : (b)` as the head of an arrow function.
    const choices = own.map((mutant) => {
      const isSeen = seenValues.some(({ changes }) => changes.includes(mutant.change));
      return `${isSeen ? "$isOn" : "$isMutant"}(${numberOf(mutant)}) ? (0, ${mutant.source}) : `;
    });
    return `(${choices.join("")}${original(node, numbers)})`;
  };
  /** The expression itself, with the code that inspects whether its value makes mutants relevant. */
  const original = (node: ts.Node, numbers: ReadonlyMap<string, number>): string => {
    const seen = seenValues.filter(({ changes }) => changes.some((change) => numbers.has(change)));
    const looking = (source: string, { look, changes }: SeenValue): string =>
      `$${look}(${changes.map((change) => numbers.get(change) ?? -1).join(", ")}, ${source})`;
    const ofLeft = seen.filter(({ isOfLeft }) => isOfLeft);
    const inside = renderChildren(node, (left) => (ofLeft.length === 0 ? left : ofLeft.reduce(looking, `(${left})`)));
    return seen.filter(({ isOfLeft }) => !isOfLeft).reduce(looking, `(${inside})`);
  };
  const renderChildren = (node: ts.Node, first = (source: string): string => source): string => {
    let out = "";
    let position = node.getStart();
    let isFirst = true;
    ts.forEachChild(node, (child) => {
      if (child.getStart() < position) return;
      const source = render(child);
      out += file.text.slice(position, child.getStart()) + (isFirst ? first(source) : source);
      isFirst = false;
      position = child.end;
    });
    return out + file.text.slice(position, node.end);
  };
  const header = `const { ${names} } = globalThis[Symbol.for("capstan.mutation")];`;
  return `${header}${render(file)}\n`;
}

/** The kind of value that shows whether mutants make a difference, and the function of {@link Switches} that inspects it. */
interface SeenValue {
  readonly changes: readonly string[];
  readonly look: "seeCondition" | "seeDefault" | "seeChain";
  /** The value of the left side. */
  readonly isOfLeft?: true;
}

const seenValues: readonly SeenValue[] = [
  { changes: ["condition → true", "condition → false"], look: "seeCondition" },
  { changes: ["?? → left", "?? → right"], look: "seeDefault", isOfLeft: true },
  { changes: ["?. → ."], look: "seeChain" },
];

/** With a prefix that no name of a module has: otherwise a name inside a function would shadow it. */
const names = ["isMutant", "isOn", ...seenValues.map(({ look }) => look)].map((name) => `${name}: $${name}`).join(", ");
