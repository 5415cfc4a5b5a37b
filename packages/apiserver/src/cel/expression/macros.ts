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

  over(
    variable: string,
    parts: { initial: Expression; condition?: Expression; step: Expression; result?: Expression },
  ): Expression {
    return {
      kind: "comprehension",
      at: this.#at,
      range: this.target,
      variable,
      accumulator,
      initial: parts.initial,
      condition: parts.condition ?? this.value(true),
      step: parts.step,
      result: parts.result ?? this.accumulated,
    };
  }
}

type Macro = (loop: Loop) => Expression;

function quantifier(all: boolean): Macro {
  return (loop) => {
    const sofar = all ? loop.accumulated : loop.call("!_", loop.accumulated);
    return loop.over(loop.variable(0), {
      initial: loop.value(all),
      condition: loop.call("@not_strictly_false", sofar),
      step: loop.call(all ? "_&&_" : "_||_", loop.accumulated, loop.arg(1)),
    });
  };
}

const existsOne: Macro = (loop) => {
  const more = loop.call("_+_", loop.accumulated, loop.value(1n));
  return loop.over(loop.variable(0), {
    initial: loop.value(0n),
    step: loop.call("_?_:_", loop.arg(1), more, loop.accumulated),
    result: loop.call("_==_", loop.accumulated, loop.value(1n)),
  });
};

function mapping(filtered: boolean): Macro {
  return (loop) => {
    const more = loop.call("_+_", loop.accumulated, loop.list(loop.arg(filtered ? 2 : 1)));
    return loop.over(loop.variable(0), {
      initial: loop.list(),
      step: filtered ? loop.call("_?_:_", loop.arg(1), more, loop.accumulated) : more,
    });
  };
}

const filter: Macro = (loop) => {
  const variable = loop.variable(0);
  const more = loop.call("_+_", loop.accumulated, loop.list(loop.arg(0)));
  return loop.over(variable, {
    initial: loop.list(),
    step: loop.call("_?_:_", loop.arg(1), more, loop.accumulated),
  });
};

const macros: ReadonlyMap<string, Macro> = new Map([
  ["all:2", quantifier(true)],
  ["exists:2", quantifier(false)],
  ["exists_one:2", existsOne],
  ["existsOne:2", existsOne],
  ["map:2", mapping(false)],
  ["map:3", mapping(true)],
  ["filter:2", filter],
]);
