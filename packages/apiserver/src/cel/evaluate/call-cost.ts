import { ownField } from "@capstan/kube";
import { Format } from "../functions/formats.ts";
import { CelList, CelMap, type CelValue, OpaqueValue, sizeOf } from "../values/value.ts";

/** The cost of reading one character. */
const perCharacter = 0.1;
/** The weight of a pattern's character. */
const perPatternCharacter = 0.25;

type Cost = (args: readonly CelValue[], result: CelValue, id: string) => number;

function traversal(value: CelValue, times = 1): number {
  return Math.ceil(sizeOf(value) * times * perCharacter);
}

function matching(text: CelValue, patternSize: number): number {
  return Math.ceil((1 + sizeOf(text)) * perCharacter) * Math.ceil(patternSize * perPatternCharacter);
}

/** The depth of nested values. */
function depth(value: CelValue): number {
  if (typeof value === "string") return Math.trunc(Buffer.byteLength(value) * perCharacter);
  if (value instanceof Uint8Array) return Math.trunc(value.length * perCharacter);
  if (value instanceof CelList) return Array.from(value).reduce<number>((sum, element) => sum + depth(element), 0);
  if (value instanceof CelMap) {
    return Array.from(value.keys()).reduce<number>((sum, key) => sum + depth(key) + depth(value.find(key) ?? null), 0);
  }
  return 1;
}

const one: Cost = () => 1;
const once: Cost = ([first = null]) => traversal(first);
const twice: Cost = ([first = null]) => traversal(first, 2);
const deep: Cost = ([first = null]) => depth(first);
const smaller: Cost = ([left = null, right = null]) => Math.ceil(Math.min(sizeOf(left), sizeOf(right)) * perCharacter);
const both: Cost = ([left = null, right = null]) => Math.ceil((sizeOf(left) + sizeOf(right)) * perCharacter);
const product: Cost = ([left = null, right = null]) => traversal(left) * traversal(right);
const pattern: Cost = ([text = null, expression = null]) => matching(text, sizeOf(expression));

const equality: Cost = (args, result, id) => (args[0] instanceof OpaqueValue ? 1 : smaller(args, result, id));

/** Networks and addresses have no size, so each counts as 1. */
const contained: Cost = ([, other = null], _, id) =>
  Math.ceil(2 * perCharacter) + (id === "cidr_contains_ip_string" ? traversal(other) : 0);

const containedNetwork: Cost = ([, other = null], _, id) =>
  Math.ceil(2 * perCharacter) +
  Math.ceil(perCharacter) +
  1 +
  (id === "cidr_contains_cidr_string" ? traversal(other) : 0);

/** High enough that an expression can check two permissions, but not more. */
const authorizationCheck = 350_000;

/** The cost of parsing a selector, and of its possible requirements: one for two characters. */
const selectorCost: Cost = ([, selector = null]) => 10 + traversal(selector) + Math.ceil(sizeOf(selector) / 2) * 50;

/** By function name: costs from Kubernetes. */
const byName: Readonly<Record<string, Cost | undefined>> = {
  isSorted: deep,
  sum: deep,
  max: deep,
  min: deep,
  indexOf: deep,
  lastIndexOf: deep,
  url: once,
  lowerAscii: once,
  upperAscii: once,
  substring: once,
  trim: once,
  replace: twice,
  split: twice,
  join: (_, result) => traversal(result, 2),
  find: pattern,
  findAll: pattern,
  cidr: once,
  isIP: once,
  isCIDR: once,
  ip: (args, result, id) => (id === "cidr_ip" ? 1 : once(args, result, id)),
  "ip.isCanonical": twice,
  containsIP: contained,
  containsCIDR: containedNetwork,
  quantity: once,
  isQuantity: once,
  semver: once,
  isSemver: once,
  validate: ([format, text = null]) => matching(text, format instanceof Format ? format.patternSize : 0),
  "jsonpatch.escapeKey": once,
  check: () => authorizationCheck,
  fieldSelector: selectorCost,
  labelSelector: selectorCost,
  "_==_": equality,
};

/** The cost of creating a list. */
const made: Cost = (_, result) => 11 + sizeOf(result);

/** Each element is compared with each. */
const compared: Cost = ([list = null]) => {
  const size = sizeOf(list);
  const first = list instanceof CelList && size > 0 ? list.at(0) : null;
  const factor = typeof first === "string" || first instanceof Uint8Array ? 2.1 : 2;
  return 11 + Math.ceil(size * size * factor);
};

const flattened: Cost = ([list = null, depth]) => 11 + sizeOf(list) * (depth === undefined ? 1 : Number(depth));

function allPairs(times: number): Cost {
  return ([left = null, right = null]) => 1 + sizeOf(left) * sizeOf(right) * times;
}

const sortable = ["int", "uint", "double", "bool", "duration", "timestamp", "string", "bytes"];

/** By overload: costs from the CEL implementation of Kubernetes. */
const byOverload: Readonly<Record<string, Cost | undefined>> = {
  starts_with_string: once,
  ends_with_string: once,
  string_to_bytes: once,
  bytes_to_string: once,
  strings_quote: once,
  string_format: once,
  in_list: ([, list = null]) => sizeOf(list),
  not_equals: smaller,
  add_string: both,
  add_bytes: both,
  matches_string: pattern,
  contains_string: product,
  list_slice: made,
  lists_range: made,
  list_reverse: made,
  list_flatten: flattened,
  list_flatten_int: flattened,
  list_distinct: compared,
  list_sets_contains_list: allPairs(1),
  list_sets_intersects_list: allPairs(1),
  list_sets_equivalent_list: allPairs(2),
  ...Object.fromEntries(
    sortable.flatMap((type) => [
      [`list_${type}_sort`, compared],
      [`list_${type}_sortByAssociatedKeys`, (args, result, id) => compared(args.slice(1), result, id)] as [
        string,
        Cost,
      ],
    ]),
  ),
  ...Object.fromEntries(
    ["less", "less_equals", "greater", "greater_equals"].flatMap((word) => [
      [`${word}_string`, smaller],
      [`${word}_bytes`, smaller],
    ]),
  ),
};

/** The cost of a call, without its arguments. */
export function callCost(name: string, id: string, args: readonly CelValue[], result: CelValue): number {
  const cost = ownField(byName, name) ?? byOverload[id] ?? one;
  return cost(args, result, id);
}
