import { type Overload } from "../functions/overload.ts";
import { equal } from "../values/equal.ts";
import { EvaluationError, noSuchOverload } from "../values/evaluation-error.ts";
import { CelList, type CelValue, OptionalValue, typeNameOf } from "../values/value.ts";
import { optionalElement, requiredElement } from "../functions/operators.ts";
import { type CelType } from "../types/cel-type.ts";
import { callCost } from "./call-cost.ts";
import { attempt, type Frame } from "./frame.ts";
import { constantStep, pathStep, type Step, within } from "./step.ts";

/** Plans a call of a function by its checked name. */
export function planCall(name: string, overloads: readonly Overload[], args: readonly Step[]): Step {
  const special = specials[name];
  if (special !== undefined) return special(args, overloads);
  const [only] = overloads;
  if (name === "@in" && overloads.length === 1 && only?.id === "in_list") {
    const member = membership(args);
    if (member !== undefined) return member;
  }
  return (conversions.has(name) ? folded(overloads, args) : undefined) ?? strict(name, overloads, args);
}

/** Evaluates all arguments, then calls the overload that accepts them. */
function strict(name: string, overloads: readonly Overload[], args: readonly Step[]): Step {
  const id = overloads.length === 1 ? (overloads[0]?.id ?? "") : "";
  return {
    run: (frame) => {
      const { values, failure } = evaluated(args, frame);
      // With three or more arguments, those after a failure are not evaluated, and the call costs nothing.
      if (failure !== undefined && args.length > 2) throw failure;
      const { value, failure: problem } =
        failure === undefined ? attempt(() => invoke(overloads, values)) : { failure, value: null };
      frame.charge(callCost(name, id, values, value));
      if (problem !== undefined) throw problem;
      return value;
    },
  };
}

/** The values of the arguments: null for an argument without a value, and the first reason. */
function evaluated(args: readonly Step[], frame: Frame): { values: CelValue[]; failure: EvaluationError | undefined } {
  const values: CelValue[] = [];
  let first: EvaluationError | undefined;
  for (const arg of args) {
    const { value, failure } = attempt(() => arg.run(frame));
    values.push(value);
    first ??= failure;
    if (first !== undefined && args.length > 2) break;
  }
  return { values, failure: first };
}

function invoke(overloads: readonly Overload[], values: readonly CelValue[]): CelValue {
  return chosen(overloads, values).call(...(values as never[]));
}

function chosen(overloads: readonly Overload[], values: readonly CelValue[]): Overload {
  const found = overloads.find(({ parameters }) =>
    parameters.every((type, index) => accepts(type, values[index] ?? null)),
  );
  if (found === undefined) throw noSuchOverload();
  return found;
}

/** Conversions of constants are evaluated once. */
const conversions = new Set([
  "bool",
  "bytes",
  "double",
  "duration",
  "dyn",
  "int",
  "string",
  "timestamp",
  "type",
  "uint",
]);

function folded(overloads: readonly Overload[], [arg, ...more]: readonly Step[]): Step | undefined {
  const [overload] = overloads;
  if (overloads.length !== 1 || more.length > 0 || arg?.constant === undefined || overload === undefined)
    return undefined;
  const { value } = arg.constant;
  if (!overload.parameters.every((type) => accepts(type, value))) return undefined;
  return constantStep(overload.call(value as never));
}

/** Membership in a list of constants costs only the evaluation of the element. */
function membership([value, list]: readonly Step[]): Step | undefined {
  const constants = list?.constant?.value;
  if (value === undefined || !(constants instanceof CelList)) return undefined;
  const known = Array.from(constants);
  if (known.length === 0) return constantStep(false);
  if (!known.every((one) => ["string", "boolean", "bigint", "number"].includes(typeof one))) return undefined;
  return {
    run: (frame) => {
      const wanted = value.run(frame);
      return known.some((one) => equal(one, wanted));
    },
  };
}

type Special = (args: readonly Step[], overloads: readonly Overload[]) => Step;

const nothing = constantStep(null);

/** `||` and `&&`: the first deciding side decides, whatever the result of the other. */
function logical(deciding: boolean): Special {
  return (args) => ({
    run: (frame) => {
      let failure: EvaluationError | undefined;
      for (const arg of args) {
        try {
          const value = arg.run(frame);
          if (value === deciding) return deciding;
          if (typeof value !== "boolean") failure ??= noSuchOverload();
        } catch (error) {
          if (!(error instanceof EvaluationError)) throw error;
          failure ??= error;
        }
      }
      if (failure !== undefined) throw failure;
      return !deciding;
    },
  });
}

const conditional: Special = ([condition = nothing, yes = nothing, no = nothing]) => {
  const [taken, other] = [within(yes), within(no)];
  const run = (frame: Frame): CelValue => {
    const value = condition.run(frame);
    if (typeof value !== "boolean") throw noSuchOverload();
    return value ? taken(frame) : other(frame);
  };
  return { run, path: run };
};

/** True for everything except false, including failures. */
const notStrictlyFalse: Special = ([arg = nothing]) => ({
  run: (frame) => {
    try {
      const value = arg.run(frame);
      frame.charge(1);
      return value !== false;
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
      frame.charge(1);
      return true;
    }
  },
});

function index(lookup: (container: CelValue, key: CelValue) => CelValue): Special {
  return ([container = nothing, key = nothing]) => {
    const [from, at] = [within(container), within(key)];
    return pathStep((frame) => {
      const [value, wanted] = [from(frame), at(frame)];
      const isOptional = value instanceof OptionalValue || lookup === optionalElement;
      if (!isOptional) frame.charge(1);
      const found = isOptional ? optionalElement(value, wanted) : lookup(value, wanted);
      // A lookup of an optional element is charged only if the element exists.
      if (isOptional && found instanceof OptionalValue && found.value !== undefined) frame.charge(1);
      return found;
    });
  };
}

/** `optional.or(other)` and `optional.orValue(other)`: evaluates `other` only if needed. */
function alternative(unwrap: boolean): Special {
  return ([optional = nothing, other = nothing]) => ({
    run: (frame) => {
      const value = optional.run(frame);
      if (!(value instanceof OptionalValue)) throw noSuchOverload();
      if (value.value === undefined) return other.run(frame);
      return unwrap ? value.value : value;
    },
  });
}

const specials: Readonly<Record<string, Special | undefined>> = {
  "_&&_": logical(false),
  "_||_": logical(true),
  "_?_:_": conditional,
  "@not_strictly_false": notStrictlyFalse,
  "_[_]": index(requiredElement),
  "_[?_]": index(optionalElement),
  "_?._": index(optionalElement),
  or: alternative(false),
  orValue: alternative(true),
};

const runtimeNames: Readonly<Record<string, string>> = {
  duration: "google.protobuf.Duration",
  null: "null_type",
  object: "map",
  timestamp: "google.protobuf.Timestamp",
};

/** Whether an overload with a parameter of this type accepts the value; ignores the content of lists and maps. */
function accepts(type: CelType, value: CelValue): boolean {
  if (type.kind === "dyn" || type.kind === "param") return true;
  const name = type.kind === "opaque" ? type.name : (runtimeNames[type.kind] ?? type.kind);
  return typeNameOf(value) === name;
}
