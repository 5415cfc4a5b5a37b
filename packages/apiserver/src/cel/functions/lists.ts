import {
  boolType,
  bytesType,
  type CelType,
  doubleType,
  durationType,
  intType,
  listOf,
  param,
  stringType,
  timestampType,
  uintType,
} from "../types/cel-type.ts";
import { equal } from "../values/equal.ts";
import { EvaluationError } from "../values/evaluation-error.ts";
import { Duration } from "../values/time.ts";
import { type CelList, type CelValue, Uint } from "../values/value.ts";
import { compareValues } from "./compare-values.ts";
import { operators } from "./operators.ts";
import { method, type Overload } from "./overload.ts";

const listOfA = listOf(param("A"));
const comparable: readonly (readonly [string, CelType])[] = [
  ["int", intType],
  ["uint", uintType],
  ["double", doubleType],
  ["bool", boolType],
  ["duration", durationType],
  ["timestamp", timestampType],
  ["string", stringType],
  ["bytes", bytesType],
];

/** The initial values of sums, and how to add the next element. */
const summable: readonly (readonly [string, CelType, CelValue, string])[] = [
  ["int", intType, 0n, "add_int64"],
  ["uint", uintType, new Uint(0n), "add_uint64"],
  ["double", doubleType, 0, "add_double"],
  ["duration", durationType, new Duration(0n), "add_duration_duration"],
];

function adder(id: string): (left: CelValue, right: CelValue) => CelValue {
  const found = operators.find((overload) => overload.id === id);
  if (found === undefined) throw new Error(`There is no ${id}.`);
  return found.call as (left: CelValue, right: CelValue) => CelValue;
}

function sum(initial: CelValue, id: string): (list: CelList) => CelValue {
  const add = adder(id);
  return (list) => Array.from(list).reduce(add, initial);
}

function isSorted(list: CelList): boolean {
  const elements = Array.from(list);
  return elements.every((element, index) => index === 0 || compareValues(elements[index - 1] ?? null, element) <= 0);
}

function extreme(name: string, sign: number): (list: CelList) => CelValue {
  return (list) => {
    const elements = Array.from(list);
    const [first] = elements;
    if (first === undefined) throw new EvaluationError(`${name} called on empty list`);
    return elements.reduce(
      (best, element) => (Math.sign(compareValues(best, element)) === sign ? element : best),
      first,
    );
  };
}

function indexOf(list: CelList, wanted: CelValue): bigint {
  return BigInt(Array.from(list).findIndex((element) => equal(element, wanted)));
}

function lastIndexOf(list: CelList, wanted: CelValue): bigint {
  return BigInt(Array.from(list).findLastIndex((element) => equal(element, wanted)));
}

/** Kubernetes' functions for lists. */
export const lists: readonly Overload[] = [
  ...comparable.flatMap(([name, type]) => [
    method("isSorted", `list_${name}_is_sorted_bool`, [listOf(type)], boolType, isSorted),
    method("min", `list_${name}_min_${name}`, [listOf(type)], type, extreme("min", 1)),
    method("max", `list_${name}_max_${name}`, [listOf(type)], type, extreme("max", -1)),
  ]),
  ...summable.map(([name, type, initial, id]) =>
    method("sum", `list_${name}_sum_${name}`, [listOf(type)], type, sum(initial, id)),
  ),
  method("indexOf", "list_a_index_of_int", [listOfA, param("A")], intType, indexOf),
  method("lastIndexOf", "list_a_last_index_of_int", [listOfA, param("A")], intType, lastIndexOf),
];
