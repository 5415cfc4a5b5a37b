import { type Expression } from "./expression.ts";

/** `a.b.c` for a selection of fields from a name. */
export function dottedName(node: Expression): string | undefined {
  if (node.kind === "identifier") return node.name;
  if (node.kind !== "select" || node.test) return undefined;
  const prefix = dottedName(node.operand);
  return prefix === undefined ? undefined : `${prefix}.${node.field}`;
}
