import { EvaluationError } from "../values/evaluation-error.ts";
import { Duration, Timestamp } from "../values/time.ts";
import { type CelType, typeText } from "../types/cel-type.ts";
import { CelList, CelMap, type CelValue, typeNameOf, TypeValue, Uint } from "../values/value.ts";
import { doubleText } from "./double-text.ts";

const clauseForm = /%(?:%|(?:\.(\d*))?(.?))/gsu;

/** The verbs of a template, in order. */
export function formatClauses(template: string): { readonly verb: string }[] {
  return Array.from(template.matchAll(clauseForm))
    .filter(([clause]) => clause !== "%%")
    .map(([, , verb = ""]) => ({ verb }));
}

const anyText =
  "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps";
const integers = ["int", "uint"];

/** The value types that a verb accepts, and the message for all others. */
const verbs: Readonly<Record<string, { readonly kinds: readonly string[]; readonly rule: string } | undefined>> = {
  s: {
    kinds: [
      "string",
      "bool",
      "bytes",
      ...integers,
      "double",
      "map",
      "list",
      "type",
      "duration",
      "timestamp",
      "null",
      "object",
    ],
    rule: anyText,
  },
  d: { kinds: integers, rule: "decimal clause can only be used on integers" },
  f: { kinds: ["double"], rule: "fixed-point clause can only be used on doubles" },
  e: { kinds: ["double"], rule: "scientific clause can only be used on doubles" },
  b: { kinds: [...integers, "bool"], rule: "binary clause can only be used on integers and bools" },
  o: { kinds: integers, rule: "octal clause can only be used on integers" },
  x: {
    kinds: [...integers, "bytes", "string"],
    rule: "hex clause can only be used on integers, byte buffers, and strings",
  },
};

/** Why a verb cannot format values of a type, as far as the type is known. */
export function formatProblem(verb: string, type: CelType): { text: string; isVerb: boolean } | undefined {
  const found = verbs[verb === "X" ? "x" : verb];
  if (found === undefined) {
    return { text: `could not parse formatting clause: unrecognized formatting clause "${verb}"`, isVerb: true };
  }
  if (["dyn", "error", "param"].includes(type.kind) || found.kinds.includes(type.kind)) return undefined;
  return { text: `error during formatting: ${found.rule}, was given ${typeText(type)}`, isVerb: false };
}

/**
 * `"%s has %d".format([a, b])`.
 *
 * @throws EvaluationError
 */
export function formatString(template: string, args: CelList): string {
  let next = 0;
  return template.replace(clauseForm, (clause, precision: string | undefined, verb: string) => {
    if (clause === "%%") return "%";
    if (next >= args.size) throw new EvaluationError(`index ${next} out of range`);
    const value = args.at(next);
    next += 1;
    return write(verb, value, precision === undefined ? undefined : Number(precision));
  });
}

function write(verb: string, value: CelValue, precision: number | undefined): string {
  switch (verb) {
    case "s":
      return textOf(value);
    case "d":
      return decimal(value);
    case "f":
      return fixed(value, precision ?? 6);
    case "e":
      return scientific(value, precision ?? 6);
    case "b":
      return binary(value);
    case "o":
      return based(value, 8, "octal clause can only be used on integers");
    case "x":
    case "X":
      return hexadecimal(value, verb === "X");
    default:
      throw new EvaluationError(`could not parse formatting clause: unrecognized formatting clause "${verb}"`);
  }
}

function problem(what: string, value: CelValue): EvaluationError {
  return new EvaluationError(`error during formatting: ${what}, was given ${typeNameOf(value)}`);
}

function textOf(value: CelValue): string {
  if (typeof value === "string") return value;
  if (value === null) return "null";
  if (typeof value === "number") return doubleText(value);
  if (value instanceof Uint) return String(value.value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString("utf8");
  if (value instanceof Duration || value instanceof Timestamp) return value.toString();
  if (value instanceof TypeValue) return value.name;
  if (value instanceof CelList) return `[${Array.from(value, textOf).join(", ")}]`;
  if (value instanceof CelMap) return mapText(value);
  if (typeof value === "bigint" || typeof value === "boolean") return String(value);
  throw problem(anyText, value);
}

function mapText(map: CelMap): string {
  const entries = Array.from(map.keys(), (key) => [textOf(key), textOf(map.find(key) ?? null)] as const);
  const sorted = entries.sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${sorted.map(([key, value]) => `${key}: ${value}`).join(", ")}}`;
}

function wholeOf(value: CelValue): bigint | undefined {
  if (typeof value === "bigint") return value;
  return value instanceof Uint ? value.value : undefined;
}

function decimal(value: CelValue): string {
  const whole = wholeOf(value);
  if (whole !== undefined) return String(whole);
  if (typeof value === "number" && !Number.isFinite(value)) return textOf(value);
  throw problem("decimal clause can only be used on integers", value);
}

function floatOf(value: CelValue, what: string): number {
  if (typeof value === "number") return value;
  throw problem(what, value);
}

function fixed(value: CelValue, precision: number): string {
  const number = floatOf(value, "fixed-point clause can only be used on doubles");
  return Number.isFinite(number) ? number.toFixed(Math.min(precision, 100)) : textOf(number);
}

function scientific(value: CelValue, precision: number): string {
  const number = floatOf(value, "scientific clause can only be used on doubles");
  if (!Number.isFinite(number)) return textOf(number);
  const [mantissa = "", exponent = ""] = number.toExponential(Math.min(precision, 100)).split("e");
  return `${mantissa}e${exponent[0] ?? "+"}${exponent.slice(1).padStart(2, "0")}`;
}

function based(value: CelValue, base: number, what: string): string {
  const whole = wholeOf(value);
  if (whole === undefined) throw problem(what, value);
  return whole.toString(base);
}

function binary(value: CelValue): string {
  if (typeof value === "boolean") return value ? "1" : "0";
  return based(value, 2, "binary clause can only be used on integers and bools");
}

function hexadecimal(value: CelValue, upper: boolean): string {
  const digits =
    typeof value === "string"
      ? Buffer.from(value).toString("hex")
      : value instanceof Uint8Array
        ? Buffer.from(value).toString("hex")
        : based(value, 16, "hex clause can only be used on integers, byte buffers, and strings");
  return upper ? digits.toUpperCase() : digits;
}
