import { EvaluationError } from "./evaluation-error.ts";
import { Uint } from "./value.ts";

export const highestInt = 2n ** 63n - 1n;
export const lowestInt = -highestInt - 1n;
export const highestUint = 2n ** 64n - 1n;

/** @throws EvaluationError the value does not fit an int. */
export function toInt(value: bigint): bigint {
  if (value > highestInt || value < lowestInt) throw new EvaluationError("integer overflow");
  return value;
}

/** @throws EvaluationError the value does not fit a uint. */
export function toUint(value: bigint): Uint {
  if (value > highestUint || value < 0n) throw new EvaluationError("unsigned integer overflow");
  return new Uint(value);
}
