import { CallError } from "./call-error.ts";
import { type Value, isMap, sprint, sprintf, printed, typeName } from "./format.ts";

type TemplateFunction = (...values: Value[]) => Value;

/** Whether Go treats a value as true: not zero, not empty, not missing. */
export function isTrue(value: Value): boolean {
  return isMap(value) ? Object.keys(value).length > 0 : Boolean(value);
}

function compare(less: (a: string | number, b: string | number) => boolean): TemplateFunction {
  return (...values) => {
    const [a, b] = values;
    if (values.length !== 2) throw new CallError("a comparison takes two values");
    if (typeof a !== typeof b || (typeof a !== "string" && typeof a !== "number")) {
      throw new CallError("values of these types cannot be compared");
    }
    return less(a, b as string | number);
  };
}

function isEqual(a: Value, b: Value): boolean {
  if (isMap(a) || isMap(b)) throw new CallError("maps cannot be compared");
  if (a === undefined || a === null || b === undefined || b === null) return (a ?? null) === (b ?? null);
  if (typeof a !== typeof b) throw new CallError("values of these types cannot be compared");
  return a === b;
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
    return Object.hasOwn(value, key) ? value[key] : undefined;
  }
  if (typeof value !== "string" || typeof key !== "number")
    throw new CallError("a value that is not a map or string is indexed");
  const byte = Buffer.from(value)[key];
  if (byte === undefined) throw new CallError("an index is out of range");
  return byte;
}

function slice(value: Value, from: Value = 0, to?: Value): Value {
  if (typeof value !== "string" || typeof from !== "number")
    throw new CallError("a value that is not a string is sliced");
  const bytes = Buffer.from(value);
  const end = typeof to === "number" ? to : bytes.length;
  if (from < 0 || end > bytes.length || from > end) throw new CallError("a slice is out of range");
  return bytes.subarray(from, end).toString();
}

function length(value: Value): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  if (isMap(value)) return Object.keys(value).length;
  throw new CallError(`a value of type ${typeName(value)} has no length`);
}

const functions: Readonly<Record<string, TemplateFunction>> = {
  not: (value) => !isTrue(value),
  len: (value) => length(value),
  index: (value, ...keys) => keys.reduce(at, value),
  slice: (value, from, to) => slice(value, from, to),
  print: (...values) => sprint(values),
  println: (...values) => `${values.map(printed).join(" ")}\n`,
  printf: (format, ...values) => {
    if (typeof format !== "string") throw new CallError("printf takes a format first");
    return sprintf(format, values);
  },
  html: (...values) => sprint(values).replace(/[&<>"'\0]/g, (character) => htmlNames[character] ?? character),
  js: (...values) => escapeJs(sprint(values)),
  urlquery: (...values) => escapeQuery(sprint(values)),
  eq: (first, ...others) => {
    if (others.length === 0) throw new CallError("eq takes two values at least");
    return others.some((other) => isEqual(first, other));
  },
  ne: (a, b) => !isEqual(a, b),
  lt: compare((a, b) => a < b),
  le: compare((a, b) => a <= b),
  gt: compare((a, b) => a > b),
  ge: compare((a, b) => a >= b),
};

/** All functions; `and` and `or` do not evaluate more values than they need, so they are not functions here. */
export const functionNames: ReadonlySet<string> = new Set([...Object.keys(functions), "and", "or"]);

/** @throws {@link CallError} the function does not admit the values. */
export function call(name: string, values: readonly Value[]): Value {
  const callee = functions[name];
  if (callee === undefined) throw new CallError("it calls a function that does not exist");
  if (values.length === 0 && !name.startsWith("print")) throw new CallError("a function is called without a value");
  return callee(...values);
}
