import { CelMap, type CelValue } from "../cel/values/value.ts";
import { EvaluationError } from "../cel/values/evaluation-error.ts";
import { type PolicyExpression } from "./policy-expression.ts";
import { type PolicyVariables } from "./policy-variables.ts";

/** The cost limits of expressions that belong together. */
export const budgets = { conditions: 2_500_000, policy: 10_000_000 } as const;

/** The cost limit of one expression or variable. */
const callLimit = 1_000_000;

/** The expressions of a policy together exceed their cost limit. */
export class OutOfBudget extends Error {
  constructor() {
    super("validation failed due to running out of cost budget, no further validation rules will be run");
    this.name = "OutOfBudget";
  }
}

export type Result = { readonly value: CelValue } | { readonly error: string };

/** Evaluates expressions that belong together: about one write, with one cost limit, and each variable at most once. */
export class Evaluation {
  readonly #values: ReadonlyMap<string, CelValue>;
  readonly #variables: LazyVariables;
  #left: number;

  constructor(values: ReadonlyMap<string, CelValue>, budget: number, variables?: PolicyVariables) {
    this.#variables = new LazyVariables(variables, (expression) => this.#run(expression));
    this.#values = new Map([...values, ["variables", this.#variables]]);
    this.#left = budget;
  }

  get left(): number {
    return this.#left;
  }

  /** @throws OutOfBudget */
  evaluate(expression: PolicyExpression): Result {
    if (expression.program === undefined) return { error: `compilation error: ${expression.error ?? ""}` };
    const outcome = this.#run(expression);
    this.#left -= outcome.cost + this.#variables.takeCost();
    if (this.#left < 0) throw new OutOfBudget();
    if (outcome.error === undefined) return { value: outcome.value ?? null };
    return { error: `expression '${expression.source}' resulted in error: ${outcome.error}` };
  }

  #run({ program, error = "" }: PolicyExpression) {
    return program === undefined ? { error, cost: 0 } : program.evaluate(this.#values, callLimit);
  }
}

type Evaluate = (expression: PolicyExpression) => {
  readonly cost: number;
  readonly value?: CelValue;
  readonly error?: string;
};

/** The variables of a policy as a map whose values are evaluated on access. */
class LazyVariables extends CelMap {
  readonly #variables: PolicyVariables | undefined;
  readonly #evaluate: Evaluate;
  readonly #known = new Map<string, ReturnType<Evaluate>>();
  #cost = 0;

  constructor(variables: PolicyVariables | undefined, evaluate: Evaluate) {
    super();
    this.#variables = variables;
    this.#evaluate = evaluate;
  }

  get size(): number {
    return this.#variables?.expressions.size ?? 0;
  }

  /** Their cost since the last call. */
  takeCost(): number {
    const cost = this.#cost;
    this.#cost = 0;
    return cost;
  }

  find(key: CelValue): CelValue | undefined {
    const expression = typeof key === "string" ? this.#variables?.expressions.get(key) : undefined;
    if (typeof key !== "string" || expression === undefined) return undefined;
    if (expression.error !== undefined) {
      throw new EvaluationError(`composited variable ${JSON.stringify(key)} fails to compile: ${expression.error}`);
    }
    const { value, error } = this.#outcome(key, expression);
    if (error === undefined) return value;
    throw new EvaluationError(`composited variable ${JSON.stringify(key)} fails to evaluate: ${error}`);
  }

  keys(): Iterable<CelValue> {
    return this.#variables?.expressions.keys() ?? [];
  }

  #outcome(name: string, expression: PolicyExpression): ReturnType<Evaluate> {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const outcome = this.#evaluate(expression);
    this.#cost += outcome.cost;
    this.#known.set(name, outcome);
    return outcome;
  }
}
