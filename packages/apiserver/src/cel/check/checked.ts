import { type Expression } from "../expression/expression.ts";
import { type Overload } from "../functions/overload.ts";
import { type CelType, dynType } from "../types/cel-type.ts";

/** An expression with the types of its parts, and the targets of its names. */
export class Checked {
  readonly expression: Expression;
  readonly type: CelType;
  /** The free variables of the expression. */
  readonly variables: ReadonlySet<string>;
  readonly #types: ReadonlyMap<Expression, CelType>;
  readonly #overloads: ReadonlyMap<Expression, readonly Overload[]>;
  readonly #qualified: ReadonlyMap<Expression, string>;

  constructor(
    expression: Expression,
    found: {
      types: ReadonlyMap<Expression, CelType>;
      overloads: ReadonlyMap<Expression, readonly Overload[]>;
      qualified: ReadonlyMap<Expression, string>;
      variables: ReadonlySet<string>;
    },
  ) {
    this.expression = expression;
    this.type = found.types.get(expression) ?? dynType;
    this.variables = found.variables;
    this.#types = found.types;
    this.#overloads = found.overloads;
    this.#qualified = found.qualified;
  }

  typeOf(expression: Expression): CelType {
    return this.#types.get(expression) ?? dynType;
  }

  /** The overloads that match a call; more than one if some types are unknown. */
  overloadsOf(call: Expression): readonly Overload[] {
    return this.#overloads.get(call) ?? [];
  }

  /** The name of a function or variable that looks like a field selection, such as `ip.isCanonical`. */
  qualifiedName(expression: Expression): string | undefined {
    return this.#qualified.get(expression);
  }
}
