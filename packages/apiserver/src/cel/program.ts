import { check } from "./check/check.ts";
import { CostError, Frame } from "./evaluate/frame.ts";
import { Planner } from "./evaluate/plan.ts";
import { type Dialect } from "./check/dialect.ts";
import { type Checked } from "./check/checked.ts";
import { type CelType } from "./types/cel-type.ts";
import { EvaluationError } from "./values/evaluation-error.ts";
import { type CelValue } from "./values/value.ts";

export interface Outcome {
  /** The cost of the evaluation, even if it failed. */
  readonly cost: number;
  readonly value?: CelValue;
  /** Why there is no value. */
  readonly error?: string;
  /** Whether it was stopped because of its cost. */
  readonly exceeded?: boolean;
}

/** A compiled expression, which can be evaluated any number of times. */
export interface Program {
  readonly checked: Checked;
  evaluate(variables: ReadonlyMap<string, CelValue>, costLimit: number): Outcome;
}

/**
 * @param variables - the types of the variables that the expression may use.
 * @param dialect - additional functions and types; default: those of every expression.
 * @throws SourceError
 * @throws EvaluationError A constant in it cannot be converted.
 */
export function compile(source: string, variables: ReadonlyMap<string, CelType>, dialect?: Dialect): Program {
  const checked = check(source, variables, dialect);
  const step = new Planner(checked).plan(checked.expression);
  return {
    checked,
    evaluate: (values, costLimit) => {
      const frame = new Frame(values, costLimit);
      try {
        return { value: step.run(frame), cost: frame.cost };
      } catch (error) {
        if (error instanceof EvaluationError) return { error: error.message, cost: frame.cost };
        if (error instanceof CostError) return { error: error.message, cost: frame.cost, exceeded: true };
        throw error;
      }
    },
  };
}
