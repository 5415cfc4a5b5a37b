import { ownField } from "@capstan/kube";
import { estimateCall, type Operand } from "../cost/call-estimates.ts";
import { exactly } from "../cost/interval.ts";
import { CelList, CelMap, type CelValue, OpaqueValue, sizeOf } from "../values/value.ts";

/** The cost of reading one character. */
const perCharacter = 0.1;

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

const once: Cost = ([first = null]) => traversal(first);
const deep: Cost = ([first = null]) => depth(first);

/** Networks and addresses have no size, so each counts as 1. */
function contained(base: number, ofText: string): Cost {
  return ([, other = null], _, id) => base + (id === ofText ? traversal(other) : 0);
}

/** The costs of an evaluation that differ from the estimate for arguments of the same size, by function. */
const byName: Readonly<Record<string, Cost | undefined>> = {
  isSorted: deep,
  sum: deep,
  max: deep,
  min: deep,
  indexOf: deep,
  lastIndexOf: deep,
  startsWith: once,
  endsWith: once,
  join: (_, result) => traversal(result, 2),
  containsIP: contained(1, "cidr_contains_ip_string"),
  containsCIDR: contained(3, "cidr_contains_cidr_string"),
  "jsonpatch.escapeKey": once,
};

/** The cost of a call, without its arguments. */
export function callCost(name: string, id: string, args: readonly CelValue[], result: CelValue): number {
  const cost = ownField(byName, name);
  return cost === undefined ? estimateCall(name, id, args.map(operandOf)).cost.max : cost(args, result, id);
}

function operandOf(value: CelValue): Operand {
  const type = value instanceof OpaqueValue ? opaque : dynamic;
  return { type, size: exactly(sizeOf(value)) };
}

const opaque = { kind: "opaque", name: "", parameters: [] } as const;
const dynamic = { kind: "dyn" } as const;
