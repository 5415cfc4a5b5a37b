import { goQuoteRune } from "../../go-text/go-quote.ts";
import { type Flags, padded } from "./flags.ts";

const bases: Readonly<Record<string, number>> = { v: 10, d: 10, b: 2, o: 8, O: 8, x: 16, X: 16 };

/** Formats an integer for a verb; undefined: the verb does not support integers. */
export function integerText(value: number, verb: string, flags: Flags): string | undefined {
  const base = bases[verb];
  if (base !== undefined) return inBase(value, base, verb, flags);
  if (verb === "c") return padded(characterOf(value), flags);
  if (verb === "q") return padded(goQuoteRune(characterOf(value), flags.plus), flags);
  return verb === "U" ? codePoint(value, flags) : undefined;
}

function inBase(value: number, base: number, verb: string, flags: Flags): string {
  const { width, zero, minus, plus, space, sharp } = flags;
  if (flags.precision === 0 && value === 0) return " ".repeat(width ?? 0);
  const sign = value < 0 ? "-" : plus ? "+" : space ? " " : "";
  const fills = flags.precision === undefined && zero && !minus ? (width ?? 0) - sign.length : 0;
  const amount = Math.abs(value).toString(base);
  const digits = (verb === "X" ? amount.toUpperCase() : amount).padStart(flags.precision ?? fills, "0");
  const prefix = verb === "O" ? "0o" : sharp ? prefixOf(base, verb, digits) : "";
  const octal = verb === "O" && sharp && !digits.startsWith("0") ? "0" : "";
  return padded(sign + prefix + octal + digits, { ...flags, zero: false });
}

function prefixOf(base: number, verb: string, digits: string): string {
  if (base === 2) return "0b";
  if (base === 8) return digits.startsWith("0") ? "" : "0";
  return base === 16 ? `0${verb}` : "";
}

/** `U+00E9`; with `#`, followed by the character. */
function codePoint(value: number, flags: Flags): string {
  // Go reads a negative number as an unsigned 64-bit number.
  const amount = BigInt.asUintN(64, BigInt(value)).toString(16).toUpperCase();
  const digits = amount.padStart(Math.max(4, flags.precision ?? 0), "0");
  const character = flags.sharp && isPrintable(value) ? ` '${String.fromCodePoint(value)}'` : "";
  return padded(`U+${digits}${character}`, { ...flags, zero: false });
}

function isPrintable(value: number): boolean {
  return isCodePoint(value) && /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(String.fromCodePoint(value));
}

function characterOf(value: number): string {
  return isCodePoint(value) ? String.fromCodePoint(value) : "\ufffd";
}

function isCodePoint(value: number): boolean {
  return value >= 0 && value <= 0x10_ff_ff && !(value >= 0xd8_00 && value <= 0xdf_ff);
}
