/** Why an expression has no value. `||`, `&&` and macros may not need the value. */
export class EvaluationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "EvaluationError";
  }
}

export function noSuchOverload(): EvaluationError {
  return new EvaluationError("no such overload");
}
