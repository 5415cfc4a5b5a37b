import { type CelType } from "../types/cel-type.ts";
import { type CelValue } from "../values/value.ts";

/** One signature of a function. */
export interface Overload {
  readonly name: string;
  /** Identifies an overload, and determines its costs. */
  readonly id: string;
  /** Whether it is called as a method of its first parameter. */
  readonly method: boolean;
  readonly parameters: readonly CelType[];
  readonly result: CelType;
  /** @throws EvaluationError */
  readonly call: (...args: readonly never[]) => CelValue;
}

type Call = Overload["call"];

/** A function `name(a, b)`. `parameters` must match the parameters of `call`. */
export function global(
  name: string,
  id: string,
  parameters: readonly CelType[],
  result: CelType,
  call: Call,
): Overload {
  return { name, id, method: false, parameters, result, call };
}

/** A method `a.name(b)`. */
export function method(
  name: string,
  id: string,
  parameters: readonly CelType[],
  result: CelType,
  call: Call,
): Overload {
  return { name, id, method: true, parameters, result, call };
}
