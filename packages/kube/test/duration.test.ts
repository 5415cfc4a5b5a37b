import {
  formatDuration,
  formatSeconds,
  parseDuration,
  readDuration,
  wholeMilliseconds,
  wholeSeconds,
} from "@capstan/kube";
import fc from "fast-check";
import { expect, test } from "vitest";

const anyLength = fc.bigInt({ min: -(2n ** 63n) + 1n, max: 2n ** 63n - 1n });

test("a printed duration is parsed to the same value, to the nanosecond", () => {
  fc.assert(fc.property(anyLength, (nanoseconds) => parseDuration(formatDuration(nanoseconds)) === nanoseconds));
});

test.each([
  [0, "0s"],
  [59, "59s"],
  [60, "1m0s"],
  [3_600, "1h0m0s"],
  [5_405, "1h30m5s"],
  [-90, "-1m30s"],
  [0.25, "250ms"],
])("%d seconds, in Go's format", (seconds, text) => {
  expect(formatSeconds(seconds)).toBe(text);
});

test("fractions of seconds and milliseconds are truncated towards zero", () => {
  expect(wholeSeconds(parseDuration("59.999999999s"))).toBe(59);
  expect(wholeSeconds(parseDuration("-0.5s"))).toBe(0);
  expect(wholeMilliseconds(parseDuration("1.9999ms"))).toBe(1);
});

test("an invalid string is refused, or undefined in the tolerant parser", () => {
  expect(() => parseDuration("1d")).toThrow('time: unknown unit "d" in duration "1d"');
  expect(readDuration("1d")).toBeUndefined();
  expect(readDuration("1h")).toBe(3_600_000_000_000n);
});
