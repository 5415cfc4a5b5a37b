/** A parsed expression; macros are written out as comprehensions, as in the specification of CEL. */
export type Expression = Literal | Identifier | Select | Call | ListLiteral | MapLiteral | Comprehension;

interface Placed {
  /** Where in the source messages point to. */
  readonly at: number;
}

export type LiteralValue = null | boolean | bigint | number | string | Uint8Array | { readonly uint: bigint };

export interface Literal extends Placed {
  readonly kind: "literal";
  readonly value: LiteralValue;
}

interface Identifier extends Placed {
  readonly kind: "identifier";
  readonly name: string;
}

/** `operand.field`, or with `test` `has(operand.field)`. */
export interface Select extends Placed {
  readonly kind: "select";
  readonly operand: Expression;
  readonly field: string;
  readonly test: boolean;
}

/** A function, a method of `target`, or an operator by the name that the specification gives it. */
export interface Call extends Placed {
  readonly kind: "call";
  readonly name: string;
  readonly target?: Expression;
  readonly args: readonly Expression[];
}

interface ListLiteral extends Placed {
  readonly kind: "list";
  readonly elements: readonly Expression[];
}

interface MapLiteral extends Placed {
  readonly kind: "map";
  readonly entries: readonly (readonly [Expression, Expression])[];
}

/** A loop over `range` that makes `accumulator` of each element by `step`, while `condition` holds. */
export interface Comprehension extends Placed {
  readonly kind: "comprehension";
  readonly range: Expression;
  readonly variable: string;
  /** The element, if `variable` is its index or key. */
  readonly second?: string;
  readonly accumulator: string;
  readonly initial: Expression;
  readonly condition: Expression;
  readonly step: Expression;
  readonly result: Expression;
}

/** What an expression is directly made of. */
export function partsOf(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case "select":
      return [node.operand];
    case "call":
      return node.target === undefined ? node.args : [node.target, ...node.args];
    case "list":
      return node.elements;
    case "map":
      return node.entries.flat();
    case "comprehension":
      return [node.range, node.initial, node.condition, node.step, node.result];
    case "identifier":
    case "literal":
      return [];
  }
}
