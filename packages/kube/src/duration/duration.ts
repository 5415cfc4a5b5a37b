import { isMalformedText, MalformedTextError } from "../errors/malformed-text-error.ts";

const second = 1_000_000_000n;
const minute = 60n * second;

const units: ReadonlyMap<string, bigint> = new Map([
  ["ns", 1n],
  ["us", 1_000n],
  ["µs", 1_000n],
  ["μs", 1_000n],
  ["ms", 1_000_000n],
  ["s", second],
  ["m", minute],
  ["h", 60n * minute],
]);

/** The longest duration in Go, about 292 years; a negative duration may be one nanosecond longer. */
const longest = 2n ** 63n - 1n;

/** The syntax of Go durations, as the `pattern` of a schema. A string that matches can still exceed Go's longest duration. */
export const durationPattern = "^[-+]?(0|(([0-9]+(\\.[0-9]*)?|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$";

/**
 * Parses a duration as Go's `time.ParseDuration` does: `90s`, `1h30m`, `-1.5h`, `300ms`.
 *
 * @returns nanoseconds.
 * @throws MalformedTextError the string is not a duration, or exceeds Go's longest duration.
 */
export function parseDuration(text: string): bigint {
  const [, sign = "", rest = ""] = /^([-+]?)(.*)$/s.exec(text) ?? [];
  if (rest === "0") return 0n;
  if (rest === "") throw invalid(text);
  const length = magnitudeOf(rest, text);
  if (sign === "-") return -length;
  if (length > longest) throw invalid(text);
  return length;
}

/** Does the same as {@link parseDuration}, but returns `undefined` for a string that is not a duration. */
export function readDuration(text: string): bigint | undefined {
  try {
    return parseDuration(text);
  } catch (error) {
    if (isMalformedText(error)) return undefined;
    throw error;
  }
}

function magnitudeOf(rest: string, text: string): bigint {
  const part = /(\d*)(?:\.(\d*))?([^\d.]*)/y;
  let sum = 0n;
  while (part.lastIndex < rest.length) {
    const [, whole = "", fraction = "", unit = ""] = part.exec(rest) ?? [];
    if (whole + fraction === "" || BigInt(whole) > longest + 1n) throw invalid(text);
    if (unit === "") throw malformed(`time: missing unit in duration ${quoted(text)}`);
    const nanoseconds = units.get(unit);
    if (nanoseconds === undefined) {
      throw malformed(`time: unknown unit ${quoted(unit)} in duration ${quoted(text)}`);
    }
    sum += BigInt(whole) * nanoseconds + partOf(fraction, nanoseconds);
    if (sum > longest + 1n) throw invalid(text);
  }
  return sum;
}

/** The fractional part of a unit, in the floating point arithmetic of Go, which determines the last nanosecond. */
function partOf(fraction: string, unit: bigint): bigint {
  let [value, scale] = [0n, 1];
  for (const digit of fraction) {
    // Digits that do not fit into a 64-bit integer are dropped.
    if (value > longest / 10n || value * 10n + BigInt(digit) > longest + 1n) break;
    value = value * 10n + BigInt(digit);
    scale *= 10;
  }
  return BigInt(Math.trunc(Number(value) * (Number(unit) / scale)));
}

/**
 * Formats a duration as Go's `Duration.String` does: `1h30m0s`, `1.5s`, `300ms`, `0s`.
 *
 * @param nanoseconds - of the duration.
 */
export function formatDuration(nanoseconds: bigint): string {
  if (nanoseconds < 0n) return `-${formatDuration(-nanoseconds)}`;
  if (nanoseconds === 0n) return "0s";
  if (nanoseconds < 1_000n) return `${nanoseconds}ns`;
  if (nanoseconds < 1_000_000n) return `${decimal(nanoseconds, 3)}µs`;
  if (nanoseconds < second) return `${decimal(nanoseconds, 6)}ms`;
  const [minutes, seconds] = [nanoseconds / minute, `${decimal(nanoseconds % minute, 9)}s`];
  if (minutes === 0n) return seconds;
  return minutes < 60n ? `${minutes}m${seconds}` : `${minutes / 60n}h${minutes % 60n}m${seconds}`;
}

/** An integer with its decimal point moved to the left, without trailing zeros. */
function decimal(value: bigint, places: number): string {
  const divisor = 10n ** BigInt(places);
  const fraction = String(value % divisor)
    .padStart(places, "0")
    .replace(/0+$/, "");
  return `${value / divisor}${fraction === "" ? "" : `.${fraction}`}`;
}

/** Formats seconds, whole or fractional, as Go formats the duration: 5400 is `1h30m0s`. */
export function formatSeconds(seconds: number): string {
  return formatDuration(BigInt(Math.round(seconds * 1e9)));
}

/** A duration in whole seconds; fractions are truncated. */
export function wholeSeconds(nanoseconds: bigint): number {
  return Number(nanoseconds / second);
}

/** A duration in milliseconds; fractions are truncated. */
export function wholeMilliseconds(nanoseconds: bigint): number {
  return Number(nanoseconds / 1_000_000n);
}

function invalid(text: string): MalformedTextError {
  return malformed(`time: invalid duration ${quoted(text)}`);
}

function malformed(message: string): MalformedTextError {
  return new MalformedTextError("duration", message);
}

/** Quotes as Go's package `time` does: escapes every byte that is not printable ASCII. */
function quoted(text: string): string {
  const shown = [...new TextEncoder().encode(text)].map((byte) => {
    const character = String.fromCharCode(byte);
    if (byte < 0x20 || byte >= 0x80) return `\\x${byte.toString(16).padStart(2, "0")}`;
    return character === '"' || character === "\\" ? `\\${character}` : character;
  });
  return `"${shown.join("")}"`;
}
