import { RateLimiter } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { expect, test } from "vitest";

const waits = (limiter: RateLimiter, prefix: string, count: number): number[] =>
  Array.from({ length: count }, (_, index) => limiter.next(`${prefix}${index}`));

test("an hour without failures accumulates only the burst", async () => {
  const clock = new FakeClock();
  const limiter = new RateLimiter(clock, { burst: 3, perSecond: 10 });
  expect(waits(limiter, "a", 4)).toEqual([5, 5, 5, 100]);
  await clock.advance({ hours: 1 });
  expect(waits(limiter, "b", 5)).toEqual([5, 5, 5, 100, 200]);
});

test("a fraction of a second earns a fraction of a retry", async () => {
  const clock = new FakeClock();
  const limiter = new RateLimiter(clock, { burst: 1, perSecond: 2 });
  expect(waits(limiter, "a", 2)).toEqual([5, 500]);
  // a token is owed, and a quarter of a second earns half of it
  await clock.advance(250);
  expect(limiter.next("b")).toBe(750);
});

test("the defaults are 5 ms to 30 s, a burst of 100 and 10 a second", () => {
  const limiter = new RateLimiter(new FakeClock());
  expect(waits(limiter, "a", 102).slice(98)).toEqual([5, 5, 100, 200]);
  const delays = Array.from({ length: 14 }, () => limiter.next("b"));
  expect(limiter.failures("b")).toBe(14);
  expect(delays.at(-1)).toBe(30_000);
});

test("delays double from the shortest to the longest configured delay", () => {
  const limiter = new RateLimiter(new FakeClock(), { baseMs: 3, maxMs: 10 });
  expect(Array.from({ length: 4 }, () => limiter.next("a"))).toEqual([3, 6, 10, 10]);
});
