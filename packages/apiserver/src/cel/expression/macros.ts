import { type Expression } from "./expression.ts";

/** A macro has an invalid argument. */
export class MacroError extends Error {
  readonly at: number;

  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

const accumulator = "@result";

/** The comprehension for a method call; undefined if it is not a macro. */
export function expandMacro(
  name: string,
  target: Expression,
  args: readonly Expression[],
  at: number,
): Expression | undefined {
  const macro = macros.get(`${name}:${args.length}`);
  return macro?.(new Loop(target, args, at));
}

/** Builds the parts of a comprehension. */
class Loop {
  readonly target: Expression;
  readonly args: readonly Expression[];
  readonly #at: number;

  constructor(target: Expression, args: readonly Expression[], at: number) {
    this.target = target;
    this.args = args;
    this.#at = at;
  }

  arg(index: number): Expression {
    const found = this.args[index];
    if (found === undefined) throw new MacroError(this.#at, "incorrect number of arguments");
    return found;
  }

  variable(index: number, problem = "argument must be a simple name"): string {
    const found = this.arg(index);
    if (found.kind !== "identifier") throw new MacroError(found.at, problem);
    if (found.name === accumulator || found.name === "__result__") {
      throw new MacroError(found.at, `iteration variable overwrites accumulator variable`);
    }
    return found.name;
  }

  value(value: boolean | bigint): Expression {
    return { kind: "literal", at: this.#at, value };
  }

  get accumulated(): Expression {
    return { kind: "identifier", at: this.#at, name: accumulator };
  }

  call(name: string, ...args: readonly Expression[]): Expression {
    return { kind: "call", at: this.#at, name, args };
  }

  list(...elements: readonly Expression[]): Expression {
    return { kind: "list", at: this.#at, elements };
  }

  map(...entries: readonly (readonly [Expression, Expression])[]): Expression {
    return { kind: "map", at: this.#at, entries };
  }

  over(
    variables: readonly [string, string?],
    parts: { initial: Expression; condition?: Expression; step: Expression; result?: Expression },
  ): Expression {
    const [variable, second] = variables;
    return {
      kind: "comprehension",
      at: this.#at,
      range: this.target,
      variable,
      ...(second === undefined ? {} : { second }),
      accumulator,
      initial: parts.initial,
      condition: parts.condition ?? this.value(true),
      step: parts.step,
      result: parts.result ?? this.accumulated,
    };
  }
}

type Variables = readonly [string, string?];
type Macro = (loop: Loop) => Expression;

/** The variables of a loop, and the index of the next argument. */
function heads(loop: Loop, two: boolean): { variables: Variables; next: number } {
  if (!two) return { variables: [loop.variable(0)], next: 1 };
  const [first, second] = [loop.variable(0), loop.variable(1)];
  if (first === second) throw new MacroError(loop.arg(1).at, `duplicate variable name: ${second}`);
  return { variables: [first, second], next: 2 };
}

function quantifier(two: boolean, all: boolean): Macro {
  return (loop) => {
    const { variables, next } = heads(loop, two);
    const sofar = all ? loop.accumulated : loop.call("!_", loop.accumulated);
    return loop.over(variables, {
      initial: loop.value(all),
      condition: loop.call("@not_strictly_false", sofar),
      step: loop.call(all ? "_&&_" : "_||_", loop.accumulated, loop.arg(next)),
    });
  };
}

function existsOne(two: boolean): Macro {
  return (loop) => {
    const { variables, next } = heads(loop, two);
    const more = loop.call("_+_", loop.accumulated, loop.value(1n));
    return loop.over(variables, {
      initial: loop.value(0n),
      step: loop.call("_?_:_", loop.arg(next), more, loop.accumulated),
      result: loop.call("_==_", loop.accumulated, loop.value(1n)),
    });
  };
}

function mapping(two: boolean, filtered: boolean): Macro {
  return (loop) => {
    const { variables, next } = heads(loop, two);
    const item = loop.list(loop.arg(filtered ? next + 1 : next));
    const more = loop.call("_+_", loop.accumulated, item);
    return loop.over(variables, {
      initial: loop.list(),
      step: filtered ? loop.call("_?_:_", loop.arg(next), more, loop.accumulated) : more,
    });
  };
}

const filter: Macro = (loop) => {
  const variable = loop.variable(0);
  const more = loop.call("_+_", loop.accumulated, loop.list(loop.arg(0)));
  return loop.over([variable], {
    initial: loop.list(),
    step: loop.call("_?_:_", loop.arg(1), more, loop.accumulated),
  });
};

/** `entries`: the transformation returns a map of entries instead of a value for the element's key. */
function mapBuilding(entries: boolean, filtered: boolean): Macro {
  return (loop) => {
    const { variables } = heads(loop, true);
    const made = loop.arg(filtered ? 3 : 2);
    const more = entries
      ? loop.call("cel.@mapInsert", loop.accumulated, made)
      : loop.call("cel.@mapInsert", loop.accumulated, loop.arg(0), made);
    return loop.over(variables, {
      initial: loop.map(),
      step: filtered ? loop.call("_?_:_", loop.arg(2), more, loop.accumulated) : more,
    });
  };
}

/** `optional.optMap(name, value)`: the value for the optional's content, if it has one. */
function optionalMapping(flat: boolean): Macro {
  return (loop) => {
    const name = loop.variable(0);
    const at = loop.target.at;
    const method = (on: string): Expression => ({ kind: "call", at, name: on, target: loop.target, args: [] });
    const bound: Expression = {
      kind: "comprehension",
      at,
      range: loop.list(),
      variable: "#unused",
      accumulator: name,
      initial: method("value"),
      condition: loop.value(false),
      step: { kind: "identifier", at, name },
      result: loop.arg(1),
    };
    const some = flat ? bound : loop.call("optional.of", bound);
    return loop.call("_?_:_", method("hasValue"), some, loop.call("optional.none"));
  };
}

/** `list.sortBy(name, key)`: the list sorted by a key that is computed for each element. */
const sortBy: Macro = (loop) => {
  const at = loop.target.at;
  const input: Expression = { kind: "identifier", at, name: "@__sortBy_input__" };
  const keys = expandMacro("map", input, loop.args, at) ?? input;
  return {
    kind: "comprehension",
    at,
    range: loop.list(),
    variable: "#unused",
    accumulator: input.name,
    initial: loop.target,
    condition: loop.value(false),
    step: { ...input },
    result: { kind: "call", at, name: "@sortByAssociatedKeys", target: { ...input }, args: [keys] },
  };
};

const macros: ReadonlyMap<string, Macro> = new Map([
  ["all:2", quantifier(false, true)],
  ["all:3", quantifier(true, true)],
  ["exists:2", quantifier(false, false)],
  ["exists:3", quantifier(true, false)],
  ["exists_one:2", existsOne(false)],
  ["existsOne:2", existsOne(false)],
  ["existsOne:3", existsOne(true)],
  ["map:2", mapping(false, false)],
  ["map:3", mapping(false, true)],
  ["filter:2", filter],
  ["transformList:3", mapping(true, false)],
  ["transformList:4", mapping(true, true)],
  ["transformMap:3", mapBuilding(false, false)],
  ["transformMap:4", mapBuilding(false, true)],
  ["transformMapEntry:3", mapBuilding(true, false)],
  ["transformMapEntry:4", mapBuilding(true, true)],
  ["sortBy:2", sortBy],
  ["optMap:2", optionalMapping(false)],
  ["optFlatMap:2", optionalMapping(true)],
]);
