import { CallError } from "../model/call-error.ts";
import { templateLimits } from "../model/limits.ts";
import { hexadecimalText, storedText } from "./binary-float-text.ts";
import { type Flags, padded } from "./flags.ts";
import { storedParts } from "./stored-parts.ts";

/** Formats a floating-point number for a verb; undefined: the verb does not support one. */
export function floatText(amount: number, verb: string, flags: Flags): string | undefined {
  if (!"vgGeEfFxXb".includes(verb)) return undefined;
  const { precision, plus, space, zero, minus, width = 0 } = flags;
  if ((precision ?? 0) > templateLimits.precision) throw new CallError("printf writes too many digits");
  const sign = amount < 0 || Object.is(amount, -0) ? "-" : plus ? "+" : space ? " " : "";
  const exact = unsigned(Math.abs(amount), verb, flags);
  const text = flags.sharp && verb !== "b" ? withPoint(exact, verb, precision) : exact;
  // Zeros go between the sign and the digits.
  if (sign !== "" && zero && !minus) return sign + text.padStart(width - sign.length, "0");
  return padded(sign + text, flags);
}

function unsigned(amount: number, verb: string, { precision }: Flags): string {
  switch (verb) {
    case "f":
    case "F":
      return fixed(amount, precision ?? 6);
    case "e":
    case "E":
      return written(significant(amount, (precision ?? 6) + 1), verb);
    case "x":
    case "X":
      return hexadecimalText(amount, precision, verb);
    case "b":
      return storedText(amount);
    default:
      return general(amount, precision, verb === "G" ? "E" : "e");
  }
}

/** `#`: always with a point, and with all digits of the precision. */
function withPoint(text: string, verb: string, precision: number | undefined): string {
  const end = text.search("xX".includes(verb) ? /[pP]/ : /[eE]/);
  const [number, tail] = end === -1 ? [text, ""] : [text.slice(0, end), text.slice(end)];
  const hasPoint = number.includes(".");
  const wanted = "vgGx".includes(verb) ? (precision ?? 6) : 0;
  const digits = number.replace(".", "").replace(/^0+/, "").length + (number === "0" ? 1 : 0);
  return `${number}${hasPoint ? "" : "."}${"0".repeat(Math.max(0, wanted - digits))}${tail}`;
}

function fixed(amount: number, precision: number): string {
  const digits = String(roundedTo(exactDecimal(amount), precision)).padStart(precision + 1, "0");
  const point = digits.length - precision;
  return precision === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
}

/**
 * The shortest string that parses to the same number, or this many digits, without trailing zeros; large and small numbers have an
 * exponent.
 */
function general(amount: number, precision: number | undefined, letter: string): string {
  const found = precision === undefined ? shortest(amount) : significant(amount, Math.max(precision, 1));
  const digits = found.digits.replace(/(?<=.)0+$/, "");
  const { exponent } = found;
  const most = precision === undefined ? shortestMost : Math.max(precision, 1);
  if (exponent < -4 || exponent >= most) return written({ digits, exponent }, letter);
  if (exponent < 0) return `0.${"0".repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  const fraction = digits.slice(exponent + 1);
  return fraction === "" ? whole : `${whole}.${fraction}`;
}

/** From this exponent on, the shortest string has an exponent. */
const shortestMost = 6;

interface Scientific {
  readonly digits: string;
  readonly exponent: number;
}

function written({ digits, exponent }: Scientific, letter: string): string {
  const fraction = digits.slice(1);
  const power = String(Math.abs(exponent)).padStart(2, "0");
  return `${digits.slice(0, 1)}${fraction === "" ? "" : `.${fraction}`}${letter}${exponent < 0 ? "-" : "+"}${power}`;
}

function shortest(amount: number): Scientific {
  const [mantissa = "", exponent = "0"] = amount.toExponential().split("e");
  return { digits: mantissa.replace(".", ""), exponent: Number(exponent) };
}

function significant(amount: number, count: number): Scientific {
  if (amount === 0) return { digits: "0".repeat(count), exponent: 0 };
  const { exponent } = shortest(amount);
  const places = count - 1 - exponent;
  const exact = exactDecimal(amount);
  const digits = String(
    roundedTo(places >= 0 ? exact : { ...exact, places: exact.places - places }, Math.max(places, 0)),
  );
  // 9.99 may become 10.0.
  return digits.length > count ? { digits: digits.slice(0, count), exponent: exponent + 1 } : { digits, exponent };
}

/** The exact value of a finite number: `digits` times ten to the power of minus `places`. */
interface ExactDecimal {
  readonly digits: bigint;
  readonly places: number;
}

/** For a positive number, or zero. */
function exactDecimal(amount: number): ExactDecimal {
  const { mantissa, power } = storedParts(amount);
  if (power >= 0) return { digits: mantissa << BigInt(power), places: 0 };
  return { digits: mantissa * 5n ** BigInt(-power), places: -power };
}

/** The digits up to a decimal place, rounded half to even as Go does and JavaScript does not. */
function roundedTo({ digits, places }: ExactDecimal, precision: number): bigint {
  if (precision >= places) return digits * 10n ** BigInt(precision - places);
  const unit = 10n ** BigInt(places - precision);
  const below = digits / unit;
  const rest = 2n * (digits % unit);
  return rest > unit || (rest === unit && below % 2n === 1n) ? below + 1n : below;
}
