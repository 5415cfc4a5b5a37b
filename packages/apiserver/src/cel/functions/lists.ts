import {
  boolType,
  bytesType,
  type CelType,
  doubleType,
  durationType,
  dynType,
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
import { ArrayList, CelList, type CelValue, Uint } from "../values/value.ts";
import { compareValues } from "./compare-values.ts";
import { operators } from "./operators.ts";
import { global, method, type Overload } from "./overload.ts";

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

function slice(list: CelList, start: bigint, end: bigint): CelList {
  const refused = (why: string): EvaluationError => new EvaluationError(`cannot slice(${start}, ${end}), ${why}`);
  if (start < 0n || end < 0n) throw refused("negative indexes not supported");
  if (start > end) throw refused("start index must be less than or equal to end index");
  if (end > BigInt(list.size)) throw refused(`list is length ${list.size}`);
  return new ArrayList(Array.from(list).slice(Number(start), Number(end)));
}

function flatten(list: CelList, depth = 1n): CelList {
  if (depth < 0n) throw new EvaluationError("level must be non-negative");
  const flat = (elements: CelList, left: bigint): CelValue[] =>
    Array.from(elements).flatMap((element) =>
      element instanceof CelList && left > 0n ? flat(element, left - 1n) : [element],
    );
  return new ArrayList(flat(list, depth));
}

function sort(list: CelList): CelList {
  return new ArrayList(Array.from(list).sort(compareValues));
}

function sortByKeys(list: CelList, keys: CelList): CelList {
  const pairs = Array.from(list, (element, index) => ({ element, key: keys.at(index) }));
  return new ArrayList(pairs.sort((left, right) => compareValues(left.key, right.key)).map(({ element }) => element));
}

function distinct(list: CelList): CelList {
  const kept: CelValue[] = [];
  for (const element of list) if (!kept.some((one) => equal(one, element))) kept.push(element);
  return new ArrayList(kept);
}

/** The integers from zero. */
class NumberList extends CelList {
  readonly size: number;

  constructor(size: number) {
    super();
    this.size = size;
  }

  at(index: number): CelValue {
    return BigInt(index);
  }
}

const subset = (list: CelList, others: CelList): boolean =>
  Array.from(list).every((element) => Array.from(others).some((other) => equal(element, other)));

/** List functions of Kubernetes and CEL's extension, and set functions. */
export const lists: readonly Overload[] = [
  ...comparable.flatMap(([name, type]) => [
    method("isSorted", `list_${name}_is_sorted_bool`, [listOf(type)], boolType, isSorted),
    method("min", `list_${name}_min_${name}`, [listOf(type)], type, extreme("min", 1)),
    method("max", `list_${name}_max_${name}`, [listOf(type)], type, extreme("max", -1)),
    method("sort", `list_${name}_sort`, [listOf(type)], listOf(type), sort),
    method("@sortByAssociatedKeys", `list_${name}_sortByAssociatedKeys`, [listOfA, listOf(type)], listOfA, sortByKeys),
  ]),
  ...summable.map(([name, type, initial, id]) =>
    method("sum", `list_${name}_sum_${name}`, [listOf(type)], type, sum(initial, id)),
  ),
  method("indexOf", "list_a_index_of_int", [listOfA, param("A")], intType, indexOf),
  method("lastIndexOf", "list_a_last_index_of_int", [listOfA, param("A")], intType, lastIndexOf),
  method("slice", "list_slice", [listOfA, intType, intType], listOfA, slice),
  method("flatten", "list_flatten", [listOf(listOfA)], listOfA, (list: CelList) => flatten(list)),
  method("flatten", "list_flatten_int", [listOf(dynType), intType], listOf(dynType), flatten),
  method("distinct", "list_distinct", [listOfA], listOfA, distinct),
  method("reverse", "list_reverse", [listOfA], listOfA, (list: CelList) => new ArrayList(Array.from(list).reverse())),
  global(
    "lists.range",
    "lists_range",
    [intType],
    listOf(intType),
    (count: bigint) => new NumberList(Math.max(Number(count), 0)),
  ),
  global("sets.contains", "list_sets_contains_list", [listOfA, listOfA], boolType, (list: CelList, others: CelList) =>
    subset(others, list),
  ),
  global(
    "sets.equivalent",
    "list_sets_equivalent_list",
    [listOfA, listOfA],
    boolType,
    (list: CelList, others: CelList) => {
      return subset(list, others) && subset(others, list);
    },
  ),
  global(
    "sets.intersects",
    "list_sets_intersects_list",
    [listOfA, listOfA],
    boolType,
    (list: CelList, others: CelList) =>
      Array.from(list).some((element) => Array.from(others).some((other) => equal(element, other))),
  ),
];
