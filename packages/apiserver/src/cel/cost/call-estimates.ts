import { ownField } from "@capstan/kube";
import { type CelType, parametersOf } from "../types/cel-type.ts";
import { anything, exactly, type Interval, plus, scaled, times } from "./interval.ts";

/** What is known of a call's argument before its evaluation. */
export interface Operand {
  readonly type: CelType;
  /** Undefined if it is unknown. */
  readonly size?: Interval;
  /** For the elements of a list. */
  readonly elementSize?: Interval;
  /** Set for a constant. */
  readonly constant?: number;
}

export interface CallEstimate {
  readonly cost: Interval;
  /** For the result. */
  readonly size?: Interval;
}

/** Estimates the cost of a call, without its arguments. `args` begin with the receiver of a method. */
type Estimate = (args: readonly Operand[], id: string) => CallEstimate;

const perCharacter = 0.1;
const perPatternCharacter = 0.25;
/** The assumed pattern length of named formats. */
const formatPatternSize = 128;

function sizeOf(operand: Operand | undefined): Interval {
  return operand?.size ?? anything;
}

const one: Estimate = () => ({ cost: exactly(1) });

function traversed(factor: number, keepsSize: boolean): Estimate {
  return ([text]) => ({
    cost: scaled(sizeOf(text), factor * perCharacter),
    ...(keepsSize ? { size: sizeOf(text) } : {}),
  });
}

function matching(text: Interval, pattern: Interval): Interval {
  return times(scaled(plus(text, exactly(1)), perCharacter), scaled(pattern, perPatternCharacter));
}

/** Each element is read, completely if it is a string. */
const elements: Estimate = ([list]) => {
  const [element] = list?.type.kind === "list" ? parametersOf(list.type) : [];
  if (element === undefined) return { cost: scaled(sizeOf(list), perCharacter) };
  const isLong = element.kind === "string" || element.kind === "bytes";
  const each = isLong ? plus(exactly(1), scaled(list?.elementSize ?? anything, perCharacter)) : exactly(1);
  return { cost: times(sizeOf(list), each) };
};

const replace: Estimate = ([text, old, next]) => {
  const [size, from, to] = [sizeOf(text), sizeOf(old), sizeOf(next)];
  const most = replacements(size.max, from.min, to.max, from.min);
  const fewest = replacements(size.min, from.max, to.min, from.max);
  const longest = most.count * to.max + most.kept;
  return {
    cost: scaled(size, 2 * perCharacter),
    size: { min: fewest.count * to.min + fewest.kept, max: Number.isNaN(longest) ? Infinity : longest },
  };
};

function replacements(size: number, old: number, next: number, divisor: number): { count: number; kept: number } {
  if (old === 0) return { count: size + 1, kept: size };
  return next <= old ? { count: 0, kept: size } : { count: Math.ceil(size / divisor), kept: 0 };
}

const split: Estimate = ([text, , limit]) => ({
  cost: scaled(sizeOf(text), 2 * perCharacter),
  size: { min: 0, max: limit?.constant ?? sizeOf(text).max },
});

const join: Estimate = ([list, separator]) => {
  const count = sizeOf(list);
  let size = times(count, list?.elementSize ?? anything);
  if (separator !== undefined) {
    const between = { min: Math.max(count.min - 1, 0), max: Math.max(count.max - 1, 0) };
    size = plus(size, times(sizeOf(separator), between));
  }
  return { cost: scaled(size, perCharacter), size };
};

const find: Estimate = ([text, pattern]) => ({
  cost: matching(sizeOf(text), sizeOf(pattern)),
  size: { min: 0, max: sizeOf(text).max },
});

/** An address has 4 or 16 bytes. */
const addressSize = { min: 4, max: 16 };

function contains(id: string, base: Interval): Estimate {
  return ([, other], overload) => ({
    cost: overload === id ? plus(base, scaled(sizeOf(other), perCharacter)) : base,
  });
}

const compared = scaled(plus(addressSize, addressSize), perCharacter);
const comparedNetworks = plus(compared, scaled(addressSize, perCharacter), exactly(1));

const equality: Estimate = ([left, right]) => {
  if (left?.type.kind === "opaque" && left.type.name !== "optional_type") return { cost: exactly(1) };
  return smaller([left ?? unknown, right ?? unknown], "");
};
const unknown: Operand = { type: { kind: "dyn" } };

const smaller: Estimate = ([left, right]) => {
  const most = Math.min(sizeOf(left).max, sizeOf(right).max);
  return { cost: scaled({ min: most > 0 ? 1 : 0, max: most }, perCharacter) };
};

const joined: Estimate = ([left, right]) => {
  const size = plus(sizeOf(left), sizeOf(right));
  return { cost: scaled(size, perCharacter), size };
};

/** The cost of creating a list. */
function making(factor: number, size: Interval): CallEstimate {
  return { cost: plus(scaled(size, factor), exactly(11)), size };
}

const selfCompared: Estimate = (args, id) => {
  const list = id.endsWith("sortByAssociatedKeys") ? args[1] : args[0];
  const isLong = id.startsWith("list_string_") || id.startsWith("list_bytes_");
  const size = sizeOf(list);
  return making(isLong ? 2 + perCharacter : 2, times(size, size));
};

function pairs(factor: number): Estimate {
  return ([left, right]) => ({ cost: plus(scaled(times(sizeOf(left), sizeOf(right)), factor), exactly(1)) });
}

const byName: Readonly<Record<string, Estimate | undefined>> = {
  isSorted: elements,
  sum: elements,
  max: elements,
  min: elements,
  indexOf: elements,
  lastIndexOf: elements,
  url: traversed(1, true),
  lowerAscii: traversed(1, true),
  upperAscii: traversed(1, true),
  substring: traversed(1, true),
  trim: traversed(1, true),
  replace,
  split,
  join,
  find,
  findAll: find,
  cidr: traversed(1, false),
  isIP: traversed(1, false),
  isCIDR: traversed(1, false),
  ip: (args, id) => (id === "cidr_ip" ? one(args, id) : traversed(1, false)(args, id)),
  "ip.isCanonical": traversed(2, false),
  containsIP: contains("cidr_contains_ip_string", compared),
  containsCIDR: contains("cidr_contains_cidr_string", comparedNetworks),
  quantity: traversed(1, false),
  isQuantity: traversed(1, false),
  semver: traversed(1, false),
  isSemver: traversed(1, false),
  validate: ([, text]) => ({
    cost: scaled(scaled(sizeOf(text), perCharacter), formatPatternSize * perPatternCharacter),
  }),
  "_==_": equality,
};

const byOverload: Readonly<Record<string, Estimate | undefined>> = {
  string_format: ([text]) => ({ cost: scaled(sizeOf(text), perCharacter) }),
  string_to_bytes: ([text]) => ({
    cost: scaled(sizeOf(text), perCharacter),
    size: { min: sizeOf(text).min, max: sizeOf(text).max * 4 },
  }),
  bytes_to_string: ([bytes]) => ({
    cost: scaled(sizeOf(bytes), perCharacter),
    size: { min: Math.trunc(sizeOf(bytes).min / 4), max: sizeOf(bytes).max },
  }),
  strings_quote: ([text]) => ({
    cost: scaled(sizeOf(text), perCharacter),
    size: { min: sizeOf(text).min + 2, max: sizeOf(text).max * 2 + 2 },
  }),
  starts_with_string: ([, part]) => ({ cost: scaled(sizeOf(part), perCharacter) }),
  ends_with_string: ([, part]) => ({ cost: scaled(sizeOf(part), perCharacter) }),
  in_list: ([, list]) => ({ cost: scaled(sizeOf(list), 1) }),
  matches_string: ([text, pattern]) => ({ cost: matching(sizeOf(text), sizeOf(pattern)) }),
  contains_string: ([text, part]) => ({
    cost: times(scaled(sizeOf(text), perCharacter), scaled(sizeOf(part), perCharacter)),
  }),
  add_string: joined,
  add_bytes: joined,
  add_list: ([left, right]) => ({ cost: exactly(1), size: plus(sizeOf(left), sizeOf(right)) }),
  not_equals: smaller,
  ...Object.fromEntries(
    ["less", "less_equals", "greater", "greater_equals"].flatMap((word) => [
      [`${word}_string`, smaller],
      [`${word}_bytes`, smaller],
    ]),
  ),
  list_slice: ([list, start, end]) =>
    making(1, exactly(Math.max((end?.constant ?? sizeOf(list).max) - (start?.constant ?? 0), 0))),
  lists_range: ([count]) => making(1, exactly(count?.constant ?? Infinity)),
  list_reverse: ([list]) => making(1, sizeOf(list)),
  list_flatten: ([list]) => making(1, sizeOf(list)),
  list_flatten_int: ([list, depth]) => making(depth?.constant ?? Infinity, sizeOf(list)),
  list_distinct: ([list]) => making(2, times(sizeOf(list), sizeOf(list))),
  list_sets_contains_list: pairs(1),
  list_sets_intersects_list: pairs(1),
  list_sets_equivalent_list: pairs(2),
};

/** Estimates the cost of one overload of a function. */
export function estimateCall(name: string, id: string, args: readonly Operand[]): CallEstimate {
  const named = ownField(byName, name);
  const isSort = id.endsWith("_sort") || id.endsWith("_sortByAssociatedKeys");
  return (named ?? byOverload[id] ?? (isSort ? selfCompared : one))(args, id);
}
