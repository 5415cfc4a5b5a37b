import { EvaluationError } from "./evaluation-error.ts";

const billion = 1_000_000_000n;
const longest = 2n ** 63n - 1n;

/** A duration, with the precision of Go. */
export class Duration {
  readonly nanos: bigint;

  constructor(nanos: bigint) {
    if (nanos > longest || nanos < -longest - 1n) throw new EvaluationError("integer overflow");
    this.nanos = nanos;
  }

  /** Seconds with a fraction, as in the specification. */
  toString(): string {
    const digits = (this.nanos < 0n ? -this.nanos : this.nanos) % billion;
    const fraction = String(digits).padStart(9, "0").replace(/0+$/, "");
    const sign = this.nanos < 0n && this.nanos > -billion ? "-" : "";
    return `${sign}${this.nanos / billion}${fraction === "" ? "" : `.${fraction}`}s`;
  }
}

const earliest = -62_135_596_800n * billion;
const latest = 253_402_300_800n * billion;

/** A point in time, in nanoseconds since 1970. */
export class Timestamp {
  readonly nanos: bigint;

  constructor(nanos: bigint) {
    if (nanos < earliest || nanos >= latest) throw new EvaluationError("timestamp overflow");
    this.nanos = nanos;
  }

  toString(): string {
    const seconds = floorDivide(this.nanos, billion);
    const fraction = String(this.nanos - seconds * billion)
      .padStart(9, "0")
      .replace(/0+$/, "");
    const whole = new Date(Number(seconds) * 1000).toISOString().slice(0, 19);
    return `${whole}${fraction === "" ? "" : `.${fraction}`}Z`;
  }
}

export function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor < 0n ? quotient - 1n : quotient;
}

const timestampForm = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

/** Parses an RFC 3339 timestamp; undefined if it is not one. */
export function parseTimestamp(text: string): Timestamp | undefined {
  const match = timestampForm.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction = "", sign, offsetHour = "0", offsetMinute = "0"] = match;
  const date = `${year ?? ""}-${month ?? ""}-${day ?? ""}`;
  const milliseconds = Date.parse(`${date}T${hour ?? ""}:${minute ?? ""}:${second ?? ""}Z`);
  if (Number.isNaN(milliseconds) || new Date(milliseconds).toISOString().slice(0, 10) !== date) return undefined;
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * 60 * (sign === "-" ? -1 : 1);
  const seconds = BigInt(milliseconds / 1000 - offset);
  return new Timestamp(seconds * billion + BigInt(fraction.padEnd(9, "0").slice(0, 9)));
}
