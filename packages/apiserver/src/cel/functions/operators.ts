import {
  boolType,
  bytesType,
  type CelType,
  doubleType,
  durationType,
  dynType,
  intType,
  listOf,
  mapOf,
  optionalOf,
  param,
  stringType,
  timestampType,
  uintType,
} from "../types/cel-type.ts";
import { equal, isNumeric } from "../values/equal.ts";
import { EvaluationError } from "../values/evaluation-error.ts";
import { Duration, Timestamp } from "../values/time.ts";
import { CelList, CelMap, type CelValue, EntryMap, OptionalValue, typeNameOf, Uint } from "../values/value.ts";
import { toInt, toUint } from "../values/whole-numbers.ts";
import { compareValues } from "./compare-values.ts";
import { global, type Overload } from "./overload.ts";

function nonZero(value: bigint, problem: string): bigint {
  if (value === 0n) throw new EvaluationError(problem);
  return value;
}

function arithmetic(
  name: string,
  word: string,
  ints: (left: bigint, right: bigint) => bigint,
  doubles?: (left: number, right: number) => number,
): Overload[] {
  const unsigned = (left: Uint, right: Uint): Uint => toUint(ints(left.value, right.value));
  return [
    ...(doubles === undefined ? [] : [global(name, `${word}_double`, [doubleType, doubleType], doubleType, doubles)]),
    global(name, `${word}_int64`, [intType, intType], intType, (left: bigint, right: bigint) =>
      toInt(ints(left, right)),
    ),
    global(name, `${word}_uint64`, [uintType, uintType], uintType, unsigned),
  ];
}

const a = param("A");
const b = param("B");
const listOfA = listOf(a);
const mapOfAB = mapOf(a, b);

const additions: readonly Overload[] = [
  global("_+_", "add_bytes", [bytesType, bytesType], bytesType, (left: Uint8Array, right: Uint8Array) =>
    Buffer.concat([left, right]),
  ),
  ...arithmetic(
    "_+_",
    "add",
    (left, right) => left + right,
    (left, right) => left + right,
  ),
  global("_+_", "add_duration_duration", [durationType, durationType], durationType, (l: Duration, r: Duration) => {
    return new Duration(l.nanos + r.nanos);
  }),
  global("_+_", "add_duration_timestamp", [durationType, timestampType], timestampType, (l: Duration, r: Timestamp) => {
    return new Timestamp(l.nanos + r.nanos);
  }),
  global("_+_", "add_timestamp_duration", [timestampType, durationType], timestampType, (l: Timestamp, r: Duration) => {
    return new Timestamp(l.nanos + r.nanos);
  }),
  global("_+_", "add_list", [listOfA, listOfA], listOfA, (left: CelList, right: CelList) => left.concat(right)),
  global("_+_", "add_string", [stringType, stringType], stringType, (left: string, right: string) => left + right),
];

const subtractions: readonly Overload[] = [
  ...arithmetic(
    "_-_",
    "subtract",
    (left, right) => left - right,
    (left, right) => left - right,
  ),
  global(
    "_-_",
    "subtract_duration_duration",
    [durationType, durationType],
    durationType,
    (l: Duration, r: Duration) => {
      return new Duration(l.nanos - r.nanos);
    },
  ),
  global(
    "_-_",
    "subtract_timestamp_duration",
    [timestampType, durationType],
    timestampType,
    (l: Timestamp, r: Duration) => {
      return new Timestamp(l.nanos - r.nanos);
    },
  ),
  global(
    "_-_",
    "subtract_timestamp_timestamp",
    [timestampType, timestampType],
    durationType,
    (l: Timestamp, r: Timestamp) => {
      return new Duration(l.nanos - r.nanos);
    },
  ),
];

const others: readonly Overload[] = [
  ...arithmetic(
    "_*_",
    "multiply",
    (left, right) => left * right,
    (left, right) => left * right,
  ),
  ...arithmetic(
    "_/_",
    "divide",
    (left, right) => left / nonZero(right, "division by zero"),
    (left, right) => left / right,
  ),
  ...arithmetic("_%_", "modulo", (left, right) => left % nonZero(right, "modulus by zero")),
  global("-_", "negate_int64", [intType], intType, (value: bigint) => toInt(-value)),
  global("-_", "negate_double", [doubleType], doubleType, (value: number) => -value),
  global("!_", "logical_not", [boolType], boolType, (value: boolean) => !value),
];

const comparable: readonly (readonly [string, CelType])[] = [
  ["bool", boolType],
  ["int64", intType],
  ["uint64", uintType],
  ["double", doubleType],
  ["string", stringType],
  ["bytes", bytesType],
  ["timestamp", timestampType],
  ["duration", durationType],
];

function comparison(name: string, word: string, holds: (order: number) => boolean): Overload[] {
  const call = (left: CelValue, right: CelValue): boolean => holds(compareValues(left, right));
  const numbers = comparable.slice(1, 4);
  return [
    ...comparable.map(([type, of]) => global(name, `${word}_${type}`, [of, of], boolType, call)),
    ...numbers.flatMap(([left, one]) =>
      numbers
        .filter(([right]) => right !== left)
        .map(([right, other]) => global(name, `${word}_${left}_${right}`, [one, other], boolType, call)),
    ),
  ];
}

/** The element of a list at an index, or the value of a map for a key; undefined if it is missing, or the value has no elements. */
export function elementAt(container: CelValue, key: CelValue): CelValue | undefined {
  if (container instanceof CelMap) return container.find(key);
  if (container instanceof CelList) {
    const index = indexOf(key);
    return index >= 0 && index < container.size ? container.at(index) : undefined;
  }
  return undefined;
}

function indexOf(key: CelValue): number {
  if (!isNumeric(key)) throw new EvaluationError("unsupported index type");
  const index = Number(key instanceof Uint ? key.value : key);
  if (!Number.isInteger(index)) throw new EvaluationError(`unsupported index value: ${index}`);
  return index;
}

/** Like {@link elementAt}, for an element that must exist. */
export function requiredElement(container: CelValue, key: CelValue): CelValue {
  const found = elementAt(container, key);
  if (found !== undefined) return found;
  throw missing(container, key);
}

function keyName(key: CelValue): string {
  if (typeof key === "object") return key instanceof Uint ? String(key.value) : typeNameOf(key);
  return String(key);
}

export function missing(container: CelValue, key: CelValue): EvaluationError {
  const shown = keyName(key);
  return new EvaluationError(container instanceof CelList ? `index out of bounds: ${shown}` : `no such key: ${shown}`);
}

/** Like {@link elementAt}, for an element that may be missing, as may the container. */
export function optionalElement(container: CelValue, key: CelValue): OptionalValue {
  const within = container instanceof OptionalValue ? container.value : container;
  const found = within === undefined ? undefined : elementAt(within, key);
  return found === undefined ? OptionalValue.none : OptionalValue.of(found);
}

const containers: readonly Overload[] = [
  global("@in", "in_list", [a, listOfA], boolType, (value: CelValue, list: CelList) => {
    for (const element of list) if (equal(element, value)) return true;
    return false;
  }),
  global("@in", "in_map", [a, mapOfAB], boolType, (key: CelValue, map: CelMap) => map.find(key) !== undefined),
  global("_[_]", "index_list", [listOfA, intType], a, requiredElement),
  global("_[_]", "index_map", [mapOfAB, a], b, requiredElement),
  global("_[_]", "optional_list_index_int", [optionalOf(listOfA), intType], optionalOf(a), optionalElement),
  global("_[_]", "optional_map_index_value", [optionalOf(mapOfAB), a], optionalOf(b), optionalElement),
  global("_[?_]", "list_optindex_optional_int", [listOfA, intType], optionalOf(a), optionalElement),
  global(
    "_[?_]",
    "optional_list_optindex_optional_int",
    [optionalOf(listOfA), intType],
    optionalOf(a),
    optionalElement,
  ),
  global("_[?_]", "map_optindex_optional_value", [mapOfAB, a], optionalOf(b), optionalElement),
  global("_[?_]", "optional_map_optindex_optional_value", [optionalOf(mapOfAB), a], optionalOf(b), optionalElement),
  global("cel.@mapInsert", "@mapInsert_map_map", [mapOfAB, mapOfAB], mapOfAB, (map: CelMap, more: CelMap) =>
    inserted(map, entriesOf(more)),
  ),
  global(
    "cel.@mapInsert",
    "@mapInsert_map_key_value",
    [mapOfAB, a, b],
    mapOfAB,
    (map: CelMap, key: CelValue, value: CelValue) => inserted(map, [[key, value]]),
  ),
];

function* entriesOf(map: CelMap): Iterable<readonly [CelValue, CelValue]> {
  for (const key of map.keys()) yield [key, map.find(key) ?? null];
}

function inserted(map: CelMap, entries: Iterable<readonly [CelValue, CelValue]>): CelMap {
  const added = [...entries];
  for (const [key] of added) {
    if (map.find(key) !== undefined) throw new EvaluationError(`insert failed: key ${keyName(key)} already exists`);
  }
  return map instanceof EntryMap ? map.with(added) : new EntryMap([...entriesOf(map), ...added]);
}

export const operators: readonly Overload[] = [
  ...additions,
  ...subtractions,
  ...others,
  ...comparison("_<_", "less", (found) => found < 0),
  ...comparison("_<=_", "less_equals", (found) => found <= 0),
  ...comparison("_>_", "greater", (found) => found > 0),
  ...comparison("_>=_", "greater_equals", (found) => found >= 0),
  global("_==_", "equals", [a, a], boolType, equal),
  global("_!=_", "not_equals", [a, a], boolType, (left: CelValue, right: CelValue) => !equal(left, right)),
  ...containers,
  // The planner evaluates them, because of errors and branches; these overloads are never called.
  ...["_&&_", "_||_"].map((name) =>
    global(
      name,
      name === "_&&_" ? "logical_and" : "logical_or",
      [boolType, boolType],
      boolType,
      (left: CelValue) => left,
    ),
  ),
  global("_?_:_", "conditional", [boolType, a, a], a, (left: CelValue) => left),
  global("@not_strictly_false", "not_strictly_false", [boolType], boolType, (value: CelValue) => value !== false),
  global("_?._", "select_optional_field", [dynType, stringType], optionalOf(dynType), optionalElement),
];
