import { EvaluationError } from "../values/evaluation-error.ts";
import { type CelValue } from "../values/value.ts";

/** A value, or the reason why there is none; later steps may not need the value. */
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
