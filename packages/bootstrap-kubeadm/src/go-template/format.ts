import { goQuote } from "../go-text/go-quote.ts";
import { CallError } from "./call-error.ts";
import { templateLimits } from "./limits.ts";

/** A value in a template. Functions of Go that have no result do not exist here. */
export type Value = string | number | boolean | null | undefined | ValueMap;
export interface ValueMap {
  readonly [name: string]: Value;
}

export function isMap(value: Value): value is ValueMap {
  return typeof value === "object" && value !== null;
}

/** A value as Go prints it. */
export function printed(value: Value): string {
  if (value === undefined) return "<no value>";
  if (value === null) return "<nil>";
  if (!isMap(value)) return String(value);
  const names = Object.keys(value).sort();
  return `map[${names.map((name) => `${name}:${printed(value[name])}`).join(" ")}]`;
}

/** Go's name for the type of a value. */
export function typeName(value: Value): string {
  if (value === undefined || value === null) return "<nil>";
  if (typeof value === "number") return Number.isInteger(value) ? "int" : "float64";
  if (typeof value === "boolean") return "bool";
  return typeof value === "string" ? "string" : "map[string]interface {}";
}

/** Go's Sprint: a space between two values if neither is text. */
export function sprint(values: readonly Value[]): string {
  return values
    .map((value, index) => {
      const isApart = index > 0 && typeof value !== "string" && typeof values[index - 1] !== "string";
      return `${isApart ? " " : ""}${printed(value)}`;
    })
    .join("");
}

const verb = /%([-+# 0]*)([1-9]\d*)?(?:\.(\d+))?(%|[a-zA-Z])/g;

/** Go's Sprintf, with the verbs for what values there are. */
export function sprintf(format: string, values: readonly Value[]): string {
  let used = 0;
  let written = 0;
  const text = format.replace(verb, (_all, flags: string, width: string | undefined, precision, letter: string) => {
    if (letter === "%") return "%";
    if (used >= values.length) return `%!${letter}(MISSING)`;
    const value = values[used++];
    const body = formatted(letter, value, flags, precision === undefined ? undefined : Number(precision));
    if (body === undefined) return `%!${letter}(${typeName(value)}=${printed(value)})`;
    written += Math.max(body.length, Number(width ?? 0));
    if (written > templateLimits.bytes) throw new CallError("printf writes more than 1 MiB");
    return padded(body, flags, Number(width ?? 0), typeof value === "number");
  });
  const extra = values.slice(used).map((value) => `${typeName(value)}=${printed(value)}`);
  return extra.length === 0 ? text : `${text}%!(EXTRA ${extra.join(", ")})`;
}

function formatted(letter: string, value: Value, flags: string, precision: number | undefined): string | undefined {
  if (letter === "v") return withSign(printed(value), value, flags);
  if (letter === "T") return typeName(value);
  if (typeof value === "string") return formattedText(letter, value, precision);
  if (typeof value === "boolean") return letter === "t" ? String(value) : undefined;
  return typeof value === "number" ? withSign(formattedNumber(letter, value, precision), value, flags) : undefined;
}

function formattedText(letter: string, value: string, precision: number | undefined): string | undefined {
  const cut = precision === undefined ? value : Array.from(value).slice(0, precision).join("");
  switch (letter) {
    case "s":
      return cut;
    case "q":
      return goQuote(cut);
    case "x":
      return Buffer.from(cut).toString("hex");
    case "X":
      return Buffer.from(cut).toString("hex").toUpperCase();
    default:
      return undefined;
  }
}

function formattedNumber(letter: string, value: number, precision: number | undefined): string | undefined {
  if (!Number.isInteger(value))
    return letter === "f" ? value.toFixed(decimals(precision)) : letter === "g" ? String(value) : undefined;
  switch (letter) {
    case "d":
      return String(value);
    case "x":
      return value.toString(16);
    case "X":
      return value.toString(16).toUpperCase();
    case "o":
      return value.toString(8);
    case "b":
      return value.toString(2);
    case "c":
      return value >= 0 && value <= 0x10_ff_ff ? String.fromCodePoint(value) : "\ufffd";
    default:
      return undefined;
  }
}

function decimals(precision = 6): number {
  if (precision > templateLimits.precision) throw new CallError("printf writes more digits than it may");
  return precision;
}

function withSign<Text extends string | undefined>(text: Text, value: Value, flags: string): Text | string {
  return text !== undefined && flags.includes("+") && typeof value === "number" && value >= 0 ? `+${text}` : text;
}

function padded(text: string, flags: string, width: number, isNumber: boolean): string {
  const missing = width - Array.from(text).length;
  if (missing <= 0) return text;
  if (flags.includes("-")) return text + " ".repeat(missing);
  if (!flags.includes("0")) return " ".repeat(missing) + text;
  const [, sign = "", rest = ""] = (isNumber ? /^([+-]?)(.*)$/s : /^()(.*)$/s).exec(text) ?? [];
  return sign + "0".repeat(missing) + rest;
}
