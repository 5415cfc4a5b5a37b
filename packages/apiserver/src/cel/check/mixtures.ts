import { type Expression, partsOf } from "../expression/expression.ts";
import { type SourceProblem } from "../expression/source-error.ts";
import { isSameType, shownType } from "../types/cel-type.ts";
import { type Checked } from "./checked.ts";

/** Reports elements of lists and maps whose type differs from the first one's. Arguments of a format may have any type. */
export function mixtures(node: Expression, checked: Checked): SourceProblem[] {
  if (node.kind === "call" && node.name === "format") {
    return node.target === undefined ? [] : mixtures(node.target, checked);
  }
  return [...own(node, checked), ...partsOf(node).flatMap((part) => mixtures(part, checked))];
}

function own(node: Expression, checked: Checked): SourceProblem[] {
  if (node.kind === "list") return others(node.elements, checked).slice(0, 1);
  if (node.kind !== "map") return [];
  const [keys, values] = [node.entries.map(([key]) => key), node.entries.map(([, value]) => value)];
  return [...others(keys, checked), ...others(values, checked)];
}

function others([first, ...rest]: readonly Expression[], checked: Checked): SourceProblem[] {
  if (first === undefined) return [];
  const expected = checked.typeOf(first);
  return rest.flatMap((element) => {
    const found = checked.typeOf(element);
    if (isSameType(expected, found)) return [];
    const message = `expected type '${shownType(expected)}' but found '${shownType(found)}'`;
    return [{ at: element.at, message }];
  });
}
