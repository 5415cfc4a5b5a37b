import { EvaluationError } from "../values/evaluation-error.ts";
import { type CelValue } from "../values/value.ts";

/** A value, or why there is none, which what follows may do without. */
export interface Attempt {
  readonly value: CelValue;
  readonly failure?: EvaluationError;
}

export function attempt(run: () => CelValue): Attempt {
  try {
    return { value: run() };
  } catch (error) {
    if (error instanceof EvaluationError) return { value: null, failure: error };
    throw error;
  }
}
