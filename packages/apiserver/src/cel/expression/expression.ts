/** A parsed expression; macros are expanded into comprehensions, as in the specification of CEL. */
export type Expression =
  Literal | Identifier | Select | Call | ListLiteral | MapLiteral | StructLiteral | Comprehension;

interface Placed {
  /** The position in the source that messages refer to. */
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

/** A function, a method of `target`, or an operator with its name from the specification. */
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

/** An object of a named type: `Object.spec{replicas: 1}`. */
export interface StructLiteral extends Placed {
  readonly kind: "struct";
  readonly name: string;
  readonly fields: readonly StructField[];
}

interface StructField extends Placed {
  readonly name: string;
  readonly value: Expression;
  /** Whether its value is an optional; the field is omitted if that is empty. */
  readonly optional: boolean;
}

/** A loop over `range` that updates `accumulator` with `step` for each element, while `condition` holds. */
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

/** The direct parts of an expression. */
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
    case "struct":
      return node.fields.map(({ value }) => value);
    case "comprehension":
      return [node.range, node.initial, node.condition, node.step, node.result];
    case "identifier":
    case "literal":
      return [];
  }
}

/** The expression with all positions mapped. */
export function moved(node: Expression, to: (at: number) => number): Expression {
  const inner = (part: Expression): Expression => moved(part, to);
  const at = to(node.at);
  switch (node.kind) {
    case "literal":
    case "identifier":
      return { ...node, at };
    case "select":
      return { ...node, at, operand: inner(node.operand) };
    case "call": {
      const args = node.args.map(inner);
      return node.target === undefined ? { ...node, at, args } : { ...node, at, args, target: inner(node.target) };
    }
    case "list":
      return { ...node, at, elements: node.elements.map(inner) };
    case "map":
      return { ...node, at, entries: node.entries.map(([key, value]) => [inner(key), inner(value)]) };
    case "struct":
      return {
        ...node,
        at,
        fields: node.fields.map((field) => ({ ...field, at: to(field.at), value: inner(field.value) })),
      };
    case "comprehension": {
      const [range, initial, condition] = [node.range, node.initial, node.condition].map(inner);
      const [step, result] = [node.step, node.result].map(inner);
      return { ...node, at, ...{ range, initial, condition, step, result } } as Comprehension;
    }
  }
}
