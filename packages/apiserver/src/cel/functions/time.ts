import { durationType, intType, stringType, timestampType } from "../types/cel-type.ts";
import { EvaluationError } from "../values/evaluation-error.ts";
import { type Duration, floorDivide, type Timestamp } from "../values/time.ts";
import { method, type Overload } from "./overload.ts";

const million = 1_000_000n;

/** A part of a date in a time zone. */
function partsOf(timestamp: Timestamp, read: (date: Date) => number): bigint {
  return BigInt(read(new Date(Number(floorDivide(timestamp.nanos, million)))));
}

/** A UTC date with the local time of the zone. */
function shifted(timestamp: Timestamp, zone: string): Date {
  const milliseconds = Number(floorDivide(timestamp.nanos, million));
  const [, sign, hours, minutes] = /^([+-])?(\d\d):(\d\d)$/.exec(zone) ?? [];
  if (hours !== undefined) {
    const offset = (Number(hours) * 60 + Number(minutes)) * 60_000;
    return new Date(milliseconds + (sign === "-" ? -offset : offset));
  }
  return new Date(milliseconds + zoneOffset(milliseconds, zone));
}

function zoneOffset(milliseconds: number, zone: string): number {
  try {
    const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
    const name = format.formatToParts(milliseconds).find(({ type }) => type === "timeZoneName")?.value ?? "";
    const [, sign, hours = "0", minutes = "0", seconds = "0"] = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(name) ?? [];
    const offset = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
    return sign === "-" ? -offset : offset;
  } catch {
    throw new EvaluationError(`unknown time zone ${zone}`);
  }
}

function dayOfYear(date: Date): number {
  return Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000);
}

const readings: readonly (readonly [string, string, (date: Date) => number])[] = [
  ["getFullYear", "year", (date) => date.getUTCFullYear()],
  ["getMonth", "month", (date) => date.getUTCMonth()],
  ["getDate", "day_of_month_1_based", (date) => date.getUTCDate()],
  ["getDayOfMonth", "day_of_month", (date) => date.getUTCDate() - 1],
  ["getDayOfWeek", "day_of_week", (date) => date.getUTCDay()],
  ["getDayOfYear", "day_of_year", dayOfYear],
  ["getHours", "hours", (date) => date.getUTCHours()],
  ["getMinutes", "minutes", (date) => date.getUTCMinutes()],
  ["getSeconds", "seconds", (date) => date.getUTCSeconds()],
  ["getMilliseconds", "milliseconds", (date) => date.getUTCMilliseconds()],
];

const lengths: readonly (readonly [string, string, bigint])[] = [
  ["getHours", "hours", 3_600_000n * million],
  ["getMinutes", "minutes", 60_000n * million],
  ["getSeconds", "seconds", 1_000n * million],
];

/** Functions for timestamps and durations. */
export const time: readonly Overload[] = [
  ...readings.flatMap(([name, word, read]) => [
    method(name, `timestamp_to_${word}`, [timestampType], intType, (of: Timestamp) => partsOf(of, read)),
    method(name, `timestamp_to_${word}_with_tz`, [timestampType, stringType], intType, (of: Timestamp, zone: string) =>
      BigInt(read(shifted(of, zone))),
    ),
  ]),
  ...lengths.map(([name, word, size]) =>
    method(name, `duration_to_${word}`, [durationType], intType, ({ nanos }: Duration) => nanos / size),
  ),
  method(
    "getMilliseconds",
    "duration_to_milliseconds",
    [durationType],
    intType,
    ({ nanos }: Duration) => nanos / million,
  ),
];
