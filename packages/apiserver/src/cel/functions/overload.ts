import { type CelType } from "../types/cel-type.ts";
import { type CelValue } from "../values/value.ts";

/** One way to call a function. */
export interface Overload {
  readonly name: string;
  /** Tells overloads of a function apart, and says which costs apply. */
  readonly id: string;
  /** Called as a method of its first parameter. */
  readonly method: boolean;
  readonly parameters: readonly CelType[];
  readonly result: CelType;
  /** @throws EvaluationError */
  readonly call: (...args: readonly never[]) => CelValue;
}

type Call = Overload["call"];

/** `name(a, b)`. The types of the call's parameters are those that `parameters` promises. */
export function global(
  name: string,
  id: string,
  parameters: readonly CelType[],
  result: CelType,
  call: Call,
): Overload {
  return { name, id, method: false, parameters, result, call };
}

/** `a.name(b)`. */
export function method(
  name: string,
  id: string,
  parameters: readonly CelType[],
  result: CelType,
  call: Call,
): Overload {
  return { name, id, method: true, parameters, result, call };
}
