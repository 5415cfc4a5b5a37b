import { expect, test } from "vitest";
import { RecentLooks } from "../../src/tokens/recent-looks.ts";

const minuteMs = 60_000;
const ttlMs = 15 * minuteMs;

test("a token that was seen is left alone until half of the time to its next look is over", () => {
  const looks = new RecentLooks();
  expect(looks.nextLookMs("a", { now: 0, ttlMs })).toBeUndefined();

  looks.note("a", { now: 0, ttlMs });

  expect(looks.nextLookMs("a", { now: minuteMs, ttlMs })).toBe(4 * minuteMs);
  expect(looks.nextLookMs("a", { now: 2.4 * minuteMs, ttlMs })).toBe(2.6 * minuteMs);
  expect(looks.nextLookMs("a", { now: 2.5 * minuteMs, ttlMs })).toBeUndefined();
  expect(looks.nextLookMs("b", { now: minuteMs, ttlMs })).toBeUndefined();
});

test("what was seen exactly as long ago as a token lives is remembered", () => {
  const looks = new RecentLooks();
  looks.note("a", { now: 0, ttlMs });
  looks.note("b", { now: ttlMs, ttlMs });
  // A clock that is set back shows what is remembered.
  expect(looks.nextLookMs("a", { now: minuteMs, ttlMs })).toBe(4 * minuteMs);
});

test("with a life that was made shorter, the next look is sooner", () => {
  const looks = new RecentLooks();
  looks.note("a", { now: 0, ttlMs });
  expect(looks.nextLookMs("a", { now: minuteMs, ttlMs: 3 * minuteMs })).toBeUndefined();
});

test("what was seen longer ago than a token lives is forgotten, in whatever order", () => {
  const looks = new RecentLooks();
  looks.note("a", { now: 0, ttlMs });
  looks.note("b", { now: minuteMs, ttlMs });
  looks.note("a", { now: 2 * minuteMs, ttlMs });
  looks.note("c", { now: 16.5 * minuteMs, ttlMs });
  // A clock that is set back shows what is remembered.
  expect(looks.nextLookMs("a", { now: 3 * minuteMs, ttlMs })).toBe(4 * minuteMs);
  expect(looks.nextLookMs("b", { now: 2 * minuteMs, ttlMs })).toBeUndefined();
});
