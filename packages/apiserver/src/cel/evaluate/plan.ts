import { type Checked } from "../check/checked.ts";
import { typeNames } from "../check/type-names.ts";
import {
  type Call,
  type Comprehension,
  type Expression,
  type LiteralValue,
  type Select,
  type StructLiteral,
} from "../expression/expression.ts";
import { elementAt, missing } from "../functions/operators.ts";
import { EvaluationError, noSuchOverload } from "../values/evaluation-error.ts";
import {
  ArrayList,
  CelList,
  CelMap,
  type CelValue,
  EntryMap,
  OptionalValue,
  StructValue,
  Uint,
} from "../values/value.ts";
import { attempt, type Attempt, type Frame } from "./frame.ts";
import { planCall } from "./plan-call.ts";
import { constantStep, pathStep, type Step, within } from "./step.ts";

/** The slots of comprehension variables. */
export type Slots = ReadonlyMap<string, number>;

/** Converts an expression into steps, once for all evaluations. */
export class Planner {
  readonly checked: Checked;

  constructor(checked: Checked) {
    this.checked = checked;
  }

  plan(node: Expression, slots: Slots = new Map()): Step {
    switch (node.kind) {
      case "literal":
        return constantStep(literalValue(node.value));
      case "identifier":
        return this.#name(node.name, slots);
      case "select":
        return this.#select(node, slots);
      case "list":
        return this.#list(node.elements, slots);
      case "map":
        return this.#map(node.entries, slots);
      case "struct":
        return this.#struct(node, slots);
      case "comprehension":
        return this.#comprehension(node, slots);
      case "call":
        return this.#call(node, slots);
    }
  }

  #name(name: string, slots: Slots): Step {
    const slot = slots.get(name);
    if (slot !== undefined) return pathStep((frame) => frame.local(slot));
    const type = typeNames.get(name);
    if (type !== undefined && !this.checked.variables.has(name)) return constantStep(type.value);
    return pathStep((frame) => {
      const value = frame.variable(name);
      if (value === undefined) throw new EvaluationError(`no such attribute(s): ${name}`);
      return value;
    });
  }

  #select(node: Select, slots: Slots): Step {
    const qualified = this.checked.qualifiedName(node);
    if (qualified !== undefined) return this.#name(qualified, slots);
    const operand = within(this.plan(node.operand, slots));
    const { field } = node;
    if (node.test) {
      const test = (frame: Parameters<typeof operand>[0]): boolean => {
        const value = operand(frame);
        frame.charge(1);
        return memberOf(value, field) !== undefined;
      };
      return { path: test, run: test };
    }
    return pathStep((frame) => {
      const value = operand(frame);
      if (value instanceof OptionalValue) {
        const member = optionalMember(value, field);
        if (member.value !== undefined) frame.charge(1);
        return member;
      }
      frame.charge(1);
      const found = memberOf(value, field);
      if (found === undefined) throw missing(value, field);
      return found;
    });
  }

  #list(elements: readonly Expression[], slots: Slots): Step {
    const steps = elements.map((element) => this.plan(element, slots));
    const constants = constantsOf(steps);
    if (constants !== undefined) return constantStep(new ArrayList(constants));
    return {
      run: (frame) => priced(frame, listPrice, () => new ArrayList(steps.map((step) => step.run(frame)))),
    };
  }

  #map(entries: readonly (readonly [Expression, Expression])[], slots: Slots): Step {
    const steps = entries.map(([key, value]) => [this.plan(key, slots), this.plan(value, slots)] as const);
    const constants = constantsOf(steps.flat());
    const build = (values: readonly CelValue[]): CelMap =>
      new EntryMap(steps.map((_, index) => [values[index * 2] ?? null, values[index * 2 + 1] ?? null] as const));
    if (constants !== undefined) return constantStep(build(constants));
    return {
      run: (frame) => priced(frame, mapPrice, () => build(steps.flat().map((step) => step.run(frame)))),
    };
  }

  #struct({ name, fields }: StructLiteral, slots: Slots): Step {
    const steps = fields.map((field) => ({ ...field, step: this.plan(field.value, slots) }));
    const make = (frame: Frame): StructValue => {
      const values = steps.map(({ name: field, optional, step }) => [field, optional, step.run(frame)] as const);
      const members = values.flatMap(([field, optional, value]): [string, CelValue][] => {
        const own = optional && value instanceof OptionalValue ? value.value : value;
        return own === undefined ? [] : [[field, own]];
      });
      return new StructValue(name, new Map(members));
    };
    return { run: (frame) => priced(frame, structPrice, () => make(frame)) };
  }

  #comprehension(node: Comprehension, slots: Slots): Step {
    // Names that shadow others get their own slot.
    const free = Math.max(-1, ...slots.values()) + 1;
    const places = { accumulator: free, variable: free + 1, second: free + 2 };
    const own = new Map([...slots, [node.accumulator, places.accumulator]]);
    const inside = new Map([...own, [node.variable, places.variable]]);
    if (node.second !== undefined) inside.set(node.second, places.second);
    return planFold({
      range: this.plan(node.range, slots),
      initial: this.plan(node.initial, slots),
      condition: this.plan(node.condition, inside),
      step: this.plan(node.step, inside),
      result: this.plan(node.result, own),
      places,
      two: node.second !== undefined,
    });
  }

  #call(node: Call, slots: Slots): Step {
    const isMethod = node.target !== undefined && this.checked.qualifiedName(node) === undefined;
    const operands = isMethod ? [node.target, ...node.args] : node.args;
    const args = operands.map((operand) => this.plan(operand, slots));
    return planCall(this.checked.qualifiedName(node) ?? node.name, this.checked.overloadsOf(node), args);
  }
}

const listPrice = 10;
const mapPrice = 30;
const structPrice = 40;

/** Charges the price of creating a value, even if that fails. */
function priced(frame: Frame, price: number, make: () => CelValue): CelValue {
  const { value, failure } = attempt(make);
  frame.charge(price);
  if (failure !== undefined) throw failure;
  return value;
}

function constantsOf(steps: readonly Step[]): CelValue[] | undefined {
  const constants = steps.flatMap(({ constant }) => (constant === undefined ? [] : [constant.value]));
  return constants.length === steps.length ? constants : undefined;
}

function literalValue(value: LiteralValue): CelValue {
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
  return new Uint(value.uint);
}

function memberOf(value: CelValue, field: string): CelValue | undefined {
  if (value instanceof OptionalValue) return value.value === undefined ? undefined : memberOf(value.value, field);
  if (value instanceof CelMap) return value.find(field);
  if (value instanceof StructValue) return value.fields.get(field);
  if (value instanceof CelList) return elementAt(value, field);
  throw noSuchOverload();
}

function optionalMember({ value }: OptionalValue, field: string): OptionalValue {
  const found = value === undefined ? undefined : memberOf(value, field);
  return found === undefined ? OptionalValue.none : OptionalValue.of(found);
}

interface Fold {
  readonly range: Step;
  readonly initial: Step;
  readonly condition: Step;
  readonly step: Step;
  readonly result: Step;
  /** The slots of the loop's variables. */
  readonly places: { readonly accumulator: number; readonly variable: number; readonly second: number };
  /** Whether it has an index or key in addition to an element. */
  readonly two: boolean;
}

/** Plans a loop that folds many values into one. */
function planFold(fold: Fold): Step {
  const { range, initial, result, places } = fold;
  return {
    run: (frame) => {
      const elements = elementsOf(range.run(frame), fold.two);
      let accumulated = attempt(() => initial.run(frame));
      for (const [first, second] of elements) {
        frame.locals[places.variable] = first;
        frame.locals[places.second] = second;
        if (!continues(fold, frame, accumulated)) break;
        accumulated = attempt(() => {
          provide(frame, places.accumulator, accumulated);
          return fold.step.run(frame);
        });
      }
      provide(frame, places.accumulator, accumulated);
      return result.run(frame);
    },
  };
}

function continues({ condition, places }: Fold, frame: Frame, accumulated: Attempt): boolean {
  const held = attempt(() => {
    provide(frame, places.accumulator, accumulated);
    return condition.run(frame);
  });
  return held.failure !== undefined || held.value !== false;
}

function provide(frame: Frame, place: number, { value, failure }: Attempt): void {
  frame.locals[place] = value;
  frame.failures[place] = failure;
}

function* elementsOf(range: CelValue, two: boolean): Iterable<readonly [CelValue, CelValue]> {
  if (range instanceof CelList) {
    let index = 0n;
    for (const element of range) {
      yield two ? [index, element] : [element, null];
      index += 1n;
    }
    return;
  }
  if (!(range instanceof CelMap)) throw new EvaluationError("got '%T', expected iterable type");
  for (const key of range.keys()) yield [key, two ? (range.find(key) ?? null) : null];
}
