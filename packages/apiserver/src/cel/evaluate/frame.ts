import { EvaluationError } from "../values/evaluation-error.ts";
import { type CelValue } from "../values/value.ts";

/** An evaluation exceeded its cost limit. */
export class CostError extends Error {
  constructor() {
    // eslint-disable-next-line words/words -- cel-go's words
    super("operation cancelled: actual cost limit exceeded");
    this.name = "CostError";
  }
}

/** The state of one evaluation: the values of variables, and the cost so far. */
export class Frame {
  readonly locals: CelValue[] = [];
  /** Why a local has no value. */
  readonly failures: (EvaluationError | undefined)[] = [];
  readonly #variables: ReadonlyMap<string, CelValue>;
  readonly #limit: number;
  #cost = 0;

  constructor(variables: ReadonlyMap<string, CelValue>, limit: number) {
    this.#variables = variables;
    this.#limit = limit;
  }

  get cost(): number {
    return this.#cost;
  }

  /** @throws EvaluationError Its value could not be evaluated. */
  local(place: number): CelValue {
    const failure = this.failures[place];
    if (failure !== undefined) throw failure;
    return this.locals[place] ?? null;
  }

  variable(name: string): CelValue | undefined {
    return this.#variables.get(name);
  }

  /** @throws CostError */
  charge(units: number): void {
    this.#cost += units;
    if (this.#cost > this.#limit) throw new CostError();
  }
}

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
