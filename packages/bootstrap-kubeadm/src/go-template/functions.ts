import { ownField } from "@capstan/kube";
import { CallError } from "./model/call-error.ts";
import { printed } from "./printf/print-value.ts";
import { sprintf } from "./printf/sprintf.ts";
import { GoFloat, isMap, isTrue, typeName, type Value } from "./model/value.ts";

type TemplateFunction = (...values: Value[]) => Value;

function compare(less: (a: string | number, b: string | number) => boolean): TemplateFunction {
  return (a, b) => {
    const [x, y] = [comparable(a), comparable(b)];
    if (typeName(a) !== typeName(b)) throw new CallError("values of these types cannot be compared");
    return less(x, y);
  };
}

function comparable(value: Value): string | number {
  const amount = value instanceof GoFloat ? value.amount : value;
  if (typeof amount === "string" || typeof amount === "number") return amount;
  throw new CallError("values of these types cannot be compared");
}

function isEqual(a: Value, b: Value): boolean {
  if (a === undefined || a === null || b === undefined || b === null) return (a ?? null) === (b ?? null);
  if (isMap(a) || isMap(b)) throw new CallError("maps cannot be compared");
  if (typeName(a) !== typeName(b)) throw new CallError("values of these types cannot be compared");
  return a instanceof GoFloat ? a.amount === (b as GoFloat).amount : a === b;
}

const htmlNames: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&#34;",
  "'": "&#39;",
  "\0": "\ufffd",
};

function escapeJs(text: string): string {
  return text.replace(/[\\'"<>&=]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, (character) => {
    if ("\\'\"".includes(character)) return `\\${character}`;
    return `\\u${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  });
}

function escapeQuery(text: string): string {
  return encodeURIComponent(text)
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%20", "+");
}

function at(value: Value, key: Value): Value {
  if (isMap(value)) {
    if (typeof key !== "string") throw new CallError("a map must be indexed by a string");
    return ownField(value, key);
  }
  if (typeof value !== "string" || typeof key !== "number")
    throw new CallError("a value that is not a map or string is indexed");
  const byte = Buffer.from(value)[key];
  if (byte === undefined) throw new CallError("an index is out of range");
  return byte;
}

function slice(value: Value, from: Value = 0, to?: Value): Value {
  if (typeof value !== "string") throw new CallError("a value that is not a string is sliced");
  const bytes = Buffer.from(value);
  const end = to === undefined ? bytes.length : to;
  if (typeof from !== "number" || typeof end !== "number")
    throw new CallError("a slice has a bound that is not a number");
  if (from < 0 || end > bytes.length || from > end) throw new CallError("a slice is out of range");
  return bytes.subarray(from, end).toString();
}

function length(value: Value): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  if (isMap(value)) return Object.keys(value).length;
  throw new CallError(`a value of type ${typeName(value)} has no length`);
}

/** Go's Sprint: a space between two values unless one is a string. */
function sprint(values: readonly Value[]): string {
  return values
    .map((value, index) => {
      const isApart = index > 0 && typeof value !== "string" && typeof values[index - 1] !== "string";
      return `${isApart ? " " : ""}${printed(value)}`;
    })
    .join("");
}

/** The arguments of an escaping function: it shows nil as an action shows a missing value. */
function shown(values: readonly Value[]): string {
  return sprint(values.map((value) => value ?? "<no value>"));
}

interface Signature {
  readonly takes: readonly [least: number, most: number];
  readonly run: TemplateFunction;
}

const exactly = (count: number, run: TemplateFunction): Signature => ({ takes: [count, count], run });
const atLeast = (count: number, run: TemplateFunction): Signature => ({ takes: [count, Infinity], run });

const functions: Readonly<Record<string, Signature>> = {
  not: exactly(1, (value) => !isTrue(value)),
  len: exactly(1, length),
  index: atLeast(1, (value, ...keys) => {
    if (value === null) throw new CallError("nil is indexed");
    return keys.reduce(at, value);
  }),
  slice: { takes: [1, 3], run: slice },
  print: atLeast(0, (...values) => sprint(values)),
  println: atLeast(0, (...values) => `${values.map(printed).join(" ")}\n`),
  printf: atLeast(1, (format, ...values) => {
    if (typeof format !== "string") throw new CallError("the first argument of printf must be a format");
    return sprintf(format, values);
  }),
  html: atLeast(0, (...values) =>
    shown(values).replace(/[&<>"'\0]/g, (character) => htmlNames[character] ?? character),
  ),
  js: atLeast(0, (...values) => escapeJs(shown(values))),
  urlquery: atLeast(0, (...values) => escapeQuery(shown(values))),
  eq: atLeast(2, (first, ...others) => others.some((other) => isEqual(first, other))),
  ne: exactly(2, (a, b) => !isEqual(a, b)),
  lt: exactly(
    2,
    compare((a, b) => a < b),
  ),
  le: exactly(
    2,
    compare((a, b) => a <= b),
  ),
  gt: exactly(
    2,
    compare((a, b) => a > b),
  ),
  ge: exactly(
    2,
    compare((a, b) => a >= b),
  ),
  call: atLeast(1, () => {
    throw new CallError("a value that is not a function is called");
  }),
};

/** All functions. `and` and `or` are not functions here, because they evaluate no more values than they need. */
export const functionNames: ReadonlySet<string> = new Set([...Object.keys(functions), "and", "or"]);

/** @throws {@link CallError} the function does not accept the values. */
export function call(name: string, values: readonly Value[]): Value {
  const callee = functions[name];
  if (callee === undefined) throw new CallError("it calls a function that does not exist");
  const [least, most] = callee.takes;
  if (values.length < least || values.length > most)
    throw new CallError("a function is called with the wrong number of arguments");
  // Functions get a missing value as nil.
  return callee.run(...values.map((value) => value ?? null));
}
