import { backoffMs, jitteredMs } from "@capstan/kube";
import fc from "fast-check";
import { expect, test } from "vitest";

test("delays double with each failure, up to the maximum", () => {
  const steps = { baseMs: 100, maxMs: 1_000 };
  expect([1, 2, 3, 4, 5, 6].map((failures) => backoffMs(failures, steps))).toEqual([100, 200, 400, 800, 1_000, 1_000]);
  expect(backoffMs(1e9, steps)).toBe(1_000);
  expect(backoffMs(1e9, { baseMs: 0, maxMs: 1_000 })).toBe(0);
  expect(backoffMs(3, { baseMs: 1, factor: 3, maxMs: 100 })).toBe(9);
});

test("a jittered delay stays between its minimum and its maximum", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (random) => {
      const delayMs = jitteredMs(1_000, random, [0.75, 1.25]);
      expect(delayMs).toBeGreaterThanOrEqual(750);
      expect(delayMs).toBeLessThanOrEqual(1_250);
    }),
  );
});
