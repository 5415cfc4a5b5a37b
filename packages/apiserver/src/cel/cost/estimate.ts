import { type Checked } from "../check/checked.ts";
import { type Call, type Comprehension, type Expression } from "../expression/expression.ts";
import { characterCount } from "../values/value.ts";
import { type CelType, unwrapOptional } from "../types/cel-type.ts";
import { type CallEstimate, estimateCall, type Operand } from "./call-estimates.ts";
import { anything, exactly, type Interval, plus, times, union } from "./interval.ts";

/** The maximum number of elements or characters at a path, which begins with a variable; undefined if it is not known. */
export type LargestAt = (path: readonly string[]) => number | undefined;

/** The maximum cost of an evaluation. */
export function largestCost(checked: Checked, largestAt: LargestAt): number {
  return new Estimator(checked, largestAt).cost(checked.expression).max;
}

type Path = readonly string[];

interface Entry {
  readonly isList: boolean;
  readonly key: Interval;
  readonly value: Interval;
}

/** What is known of a comprehension variable. */
interface Local {
  readonly path: Path;
  readonly size?: Interval | undefined;
  readonly entry?: Entry | undefined;
}

const scalars = new Set(["bool", "double", "duration", "int", "timestamp", "uint"]);
const [listPrice, mapPrice, structPrice] = [exactly(10), exactly(30), exactly(40)];

class Estimator {
  readonly #checked: Checked;
  readonly #largestAt: LargestAt;
  readonly #paths = new Map<Expression, Path>();
  readonly #sizes = new Map<Expression, Interval>();
  readonly #entries = new Map<Expression, Entry>();
  readonly #locals = new Map<string, Local[]>();

  constructor(checked: Checked, largestAt: LargestAt) {
    this.#checked = checked;
    this.#largestAt = largestAt;
  }

  cost(node: Expression): Interval {
    switch (node.kind) {
      case "literal":
        return exactly(0);
      case "identifier":
        this.#paths.set(node, this.#local(node.name)?.path ?? [node.name]);
        return exactly(1);
      case "select":
        return this.#select(node);
      case "list":
        return this.#list(node, node.elements);
      case "map":
        return this.#map(node);
      case "struct":
        return plus(structPrice, ...node.fields.map(({ value }) => this.cost(value)));
      case "comprehension":
        return node.accumulator === "@result" ? this.#comprehension(node) : this.#binding(node);
      case "call":
        return this.#call(node);
    }
  }

  #local(name: string): Local | undefined {
    return this.#locals.get(name)?.at(-1);
  }

  #push(name: string, local: Local): void {
    this.#locals.set(name, [...(this.#locals.get(name) ?? []), local]);
  }

  #pop(name: string): void {
    this.#locals.get(name)?.pop();
  }

  #path(node: Expression): Path {
    const local = node.kind === "identifier" ? this.#local(node.name) : undefined;
    return local?.path ?? this.#paths.get(node) ?? [];
  }

  #size(node: Expression): Interval | undefined {
    const known = this.#sizes.get(node) ?? literalSize(node);
    if (known !== undefined) return known;
    const path = this.#path(node);
    const largest = path.length === 0 ? undefined : this.#largestAt(path);
    if (largest !== undefined) {
      const size = { min: 0, max: largest };
      this.#sizes.set(node, size);
      return size;
    }
    if (isScalar(this.#checked.typeOf(node))) return exactly(1);
    return node.kind === "identifier" ? this.#local(node.name)?.size : undefined;
  }

  #entry(node: Expression): Entry | undefined {
    const known = this.#entries.get(node);
    if (known !== undefined || node.kind !== "identifier") return known;
    return this.#local(node.name)?.entry;
  }

  #select(node: Expression & { kind: "select" }): Interval {
    const qualified = this.#checked.qualifiedName(node);
    if (qualified !== undefined) {
      this.#paths.set(node, [qualified]);
      return exactly(1);
    }
    const operand = this.cost(node.operand);
    if (node.test) return operand;
    const { kind } = this.#checked.typeOf(node.operand);
    this.#paths.set(node, [...this.#path(node.operand), node.field]);
    return kind === "map" || kind === "object" || kind === "param" ? plus(operand, exactly(1)) : operand;
  }

  #list(node: Expression, elements: readonly Expression[]): Interval {
    const costs = elements.map((element) => this.cost(element));
    this.#entries.set(node, { isList: true, key: exactly(1), value: this.#range(elements) });
    return plus(listPrice, ...costs);
  }

  #map(node: Expression & { kind: "map" }): Interval {
    const costs = node.entries.flat().map((part) => this.cost(part));
    const [keys, values] = [node.entries.map(([key]) => key), node.entries.map(([, value]) => value)];
    this.#entries.set(node, { isList: false, key: this.#range(keys), value: this.#range(values) });
    return plus(mapPrice, ...costs);
  }

  #range(parts: readonly Expression[]): Interval {
    const none = { min: parts.length === 0 ? 0 : Infinity, max: 0 };
    return parts.reduce((range, part) => union(range, this.#size(part) ?? anything), none);
  }

  #comprehension(node: Comprehension): Interval {
    const before = plus(this.cost(node.range), this.cost(node.initial));
    this.#push(node.accumulator, this.#bound(node.initial));
    const variables = this.#pushVariables(node);
    const loop = plus(this.cost(node.condition), this.cost(node.step));
    for (const name of variables) this.#pop(name);
    const result = this.cost(node.result);
    this.#pop(node.accumulator);
    const count = this.#size(node.range) ?? anything;
    this.#keepResult(node, count);
    return plus(before, result, times(count, loop));
  }

  #keepResult(node: Comprehension, count: Interval): void {
    if (node.initial.kind === "literal") {
      this.#keepSize(node, this.#size(node.initial));
      return;
    }
    this.#keepSize(node, count);
    const entry = this.#entry(node.step);
    if (entry !== undefined) this.#entries.set(node, entry);
  }

  #keepSize(node: Expression, size: Interval | undefined): void {
    if (size !== undefined) this.#sizes.set(node, size);
  }

  #bound(node: Expression): Local {
    return { path: this.#path(node), size: this.#size(node), entry: this.#entry(node) };
  }

  #pushVariables({ range, variable, second }: Comprehension): string[] {
    const entry = this.#entry(range);
    const isList = entry?.isList ?? this.#checked.typeOf(range).kind === "list";
    const path = this.#path(range);
    const key = { path: [...path, isList ? "@indices" : "@keys"], size: entry?.key };
    const value = { path: [...path, isList ? "@items" : "@values"], size: entry?.value };
    if (second === undefined) {
      this.#push(variable, isList ? value : key);
      return [variable];
    }
    this.#push(variable, key);
    this.#push(second, value);
    return [variable, second];
  }

  /** Binds a name to a value; represented as a loop. */
  #binding(node: Comprehension): Interval {
    const before = plus(this.cost(node.range), this.cost(node.initial));
    this.#push(node.accumulator, this.#bound(node.initial));
    const result = this.cost(node.result);
    this.#pop(node.accumulator);
    this.#copy(node, node.result);
    return plus(before, result);
  }

  #copy(to: Expression, from: Expression): void {
    this.#keepSize(to, this.#size(from));
    const entry = this.#entry(from);
    if (entry !== undefined) this.#entries.set(to, entry);
  }

  #call(node: Call): Interval {
    const [first] = node.args;
    if (node.name === "dyn" && node.target === undefined && first !== undefined) {
      const cost = this.cost(first);
      this.#copy(node, first);
      return plus(exactly(1), cost);
    }
    const name = this.#checked.qualifiedName(node) ?? node.name;
    const costs = node.args.map((arg) => this.cost(arg));
    const isMethod = node.target !== undefined && this.#checked.qualifiedName(node) === undefined;
    const before = isMethod ? this.cost(node.target) : exactly(0);
    const operands = isMethod ? [node.target, ...node.args] : node.args;
    const overloads = this.#checked.overloadsOf(node);
    let cost: Interval = { min: Infinity, max: 0 };
    let size: Interval | undefined;
    for (const { id } of overloads) {
      const estimate = this.#overload(node, name, id, operands, costs);
      cost = union(cost, estimate.cost);
      if (estimate.size !== undefined) size = size === undefined ? estimate.size : union(size, estimate.size);
      size = this.#indexed(node, id) ?? size ?? this.#size(node);
    }
    if (overloads.length === 0) return exactly(0);
    this.#keepSize(node, size);
    return plus(before, cost);
  }

  /** Follows the path into the element of a lookup. */
  #indexed(node: Call, id: string): Interval | undefined {
    const [container] = node.args;
    if (container === undefined || (id !== "index_list" && id !== "index_map")) return undefined;
    this.#paths.set(node, [...this.#path(container), id === "index_list" ? "@items" : "@values"]);
    return this.#entry(container)?.value;
  }

  #overload(
    node: Call,
    name: string,
    id: string,
    operands: readonly Expression[],
    costs: readonly Interval[],
  ): CallEstimate {
    const [first = exactly(0), second = exactly(0), third = exactly(0)] = costs;
    if (id === "logical_and" || id === "logical_or") {
      return { cost: { min: first.min, max: first.max + second.max } };
    }
    if (id === "conditional") {
      const [, yes, no] = operands;
      this.#joinEntries(node, yes, no);
      const size = union(this.#sizeOr(yes), this.#sizeOr(no));
      return { cost: plus(first, union(second, third)), size };
    }
    if (id.startsWith("add_")) this.#joinEntries(node, operands[0], operands[1]);
    const estimate = estimateCall(
      name,
      id,
      operands.map((operand) => this.#operand(operand)),
    );
    return { ...estimate, cost: plus(estimate.cost, ...costs) };
  }

  #sizeOr(node: Expression | undefined): Interval {
    return (node === undefined ? undefined : this.#size(node)) ?? anything;
  }

  #joinEntries(node: Expression, left: Expression | undefined, right: Expression | undefined): void {
    const [one, other] = [left, right].map((part) => (part === undefined ? undefined : this.#entry(part)));
    if (one === undefined || other === undefined) return;
    this.#entries.set(node, {
      isList: one.isList,
      key: union(one.key, other.key),
      value: union(one.value, other.value),
    });
  }

  #operand(node: Expression): Operand {
    const size = this.#size(node);
    const path = this.#path(node);
    const element = path.length === 0 ? undefined : this.#largestAt([...path, "@items"]);
    return {
      type: this.#checked.typeOf(node),
      ...(size === undefined ? {} : { size }),
      ...(element === undefined ? {} : { elementSize: { min: 0, max: element } }),
      ...(node.kind === "literal" && typeof node.value === "bigint" ? { constant: Number(node.value) } : {}),
    };
  }
}

function literalSize(node: Expression): Interval | undefined {
  if (node.kind === "list") return exactly(node.elements.length);
  if (node.kind === "map") return exactly(node.entries.length);
  if (node.kind !== "literal") return undefined;
  if (typeof node.value === "string") return exactly(characterCount(node.value));
  return exactly(node.value instanceof Uint8Array ? node.value.length : 1);
}

function isScalar(type: CelType): boolean {
  const inner = unwrapOptional(type);
  return inner === undefined ? scalars.has(type.kind) : isScalar(inner);
}
