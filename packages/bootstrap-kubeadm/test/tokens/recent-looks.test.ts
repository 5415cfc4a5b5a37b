import { expect, test } from "vitest";
import { RecentLooks } from "../../src/tokens/recent-looks.ts";

const minuteMs = 60_000;
const ttlMs = 15 * minuteMs;

test("a recently read token is skipped for half of the time until its next read", () => {
  const looks = new RecentLooks();
  expect(looks.nextLookMs("a", { now: 0, ttlMs })).toBeUndefined();

  looks.note("a", { now: 0, ttlMs });

  expect(looks.nextLookMs("a", { now: minuteMs, ttlMs })).toBe(4 * minuteMs);
  expect(looks.nextLookMs("a", { now: 2.4 * minuteMs, ttlMs })).toBe(2.6 * minuteMs);
  expect(looks.nextLookMs("a", { now: 2.5 * minuteMs, ttlMs })).toBeUndefined();
  expect(looks.nextLookMs("b", { now: minuteMs, ttlMs })).toBeUndefined();
});

test("a read is remembered for exactly the life of a token", () => {
  const looks = new RecentLooks();
  looks.note("a", { now: 0, ttlMs });
  looks.note("b", { now: ttlMs, ttlMs });
  // A clock that is set back shows which reads are remembered.
  expect(looks.nextLookMs("a", { now: minuteMs, ttlMs })).toBe(4 * minuteMs);
});

test("a shorter life makes the next read earlier", () => {
  const looks = new RecentLooks();
  looks.note("a", { now: 0, ttlMs });
  expect(looks.nextLookMs("a", { now: minuteMs, ttlMs: 3 * minuteMs })).toBeUndefined();
});

test("a read that is older than the life of a token is forgotten, in any order", () => {
  const looks = new RecentLooks();
  looks.note("a", { now: 0, ttlMs });
  looks.note("b", { now: minuteMs, ttlMs });
  looks.note("a", { now: 2 * minuteMs, ttlMs });
  looks.note("c", { now: 16.5 * minuteMs, ttlMs });
  // A clock that is set back shows which reads are remembered.
  expect(looks.nextLookMs("a", { now: 3 * minuteMs, ttlMs })).toBe(4 * minuteMs);
  expect(looks.nextLookMs("b", { now: 2 * minuteMs, ttlMs })).toBeUndefined();
});
