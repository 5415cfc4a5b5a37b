import { ownField } from "@capstan/kube";
import { CelList, CelMap, type CelValue, OpaqueValue, sizeOf } from "../values/value.ts";

/** The cost of reading one character. */
const perCharacter = 0.1;
/** The weight of a pattern's character. */
const perPatternCharacter = 0.25;

type Cost = (args: readonly CelValue[], result: CelValue, id: string) => number;

function traversal(value: CelValue, times = 1): number {
  return Math.ceil(sizeOf(value) * times * perCharacter);
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
const pattern: Cost = ([text = null, expression = null]) =>
  Math.ceil((1 + sizeOf(text)) * perCharacter) * Math.ceil(sizeOf(expression) * perPatternCharacter);

const equality: Cost = (args, result, id) => (args[0] instanceof OpaqueValue ? 1 : smaller(args, result, id));

/** Networks and addresses have no size, so each counts as 1. */
const contained: Cost = ([, other = null], _, id) =>
  Math.ceil(2 * perCharacter) + (id === "cidr_contains_ip_string" ? traversal(other) : 0);

const containedNetwork: Cost = ([, other = null], _, id) =>
  Math.ceil(2 * perCharacter) +
  Math.ceil(perCharacter) +
  1 +
  (id === "cidr_contains_cidr_string" ? traversal(other) : 0);

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
  containsIP: contained,
  containsCIDR: containedNetwork,
  quantity: once,
  isQuantity: once,
  "jsonpatch.escapeKey": once,
  "_==_": equality,
};

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
