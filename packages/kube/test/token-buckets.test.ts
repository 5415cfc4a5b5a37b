import { TokenBuckets } from "@capstan/kube";
import fc from "fast-check";
import { expect, test } from "vitest";

/** Buckets, and a clock that the test sets. */
function scene(perSecond: number, burst: number) {
  const clock = { ms: 0, monotonic: () => clock.ms };
  return { clock, buckets: new TokenBuckets(clock, { perSecond, burst }) };
}

test("each group takes its own available tokens", () => {
  const { clock, buckets } = scene(10, 20);
  expect([buckets.takeUpTo("a", 200), buckets.takeUpTo("a", 1), buckets.takeUpTo("b", 3)]).toEqual([20, 0, 3]);
  clock.ms = 150;
  expect(buckets.takeUpTo("a", 200)).toBe(1);
  // the unused half token is kept
  clock.ms = 200;
  expect(buckets.takeUpTo("a", 200)).toBe(1);
});

test("a reservation waits for its token, and no other caller can take a token until then", () => {
  const { clock, buckets } = scene(10, 1);
  expect([buckets.reserve("a"), buckets.reserve("a"), buckets.reserve("a")]).toEqual([-0, 100, 200]);
  expect([buckets.takeUpTo("a", 5), buckets.waitMs("a"), buckets.waitMs("b")]).toEqual([0, 300, 0]);
  clock.ms = 300;
  expect(buckets.takeUpTo("a", 5)).toBe(1);
});

test("no group takes more than its burst and its refill, in any order of calls", () => {
  const step = fc.record({ group: fc.constantFrom("a", "b", "c"), most: fc.nat(40), passMs: fc.nat(3_000) });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.nat(30),
      fc.array(step, { maxLength: 60 }),
      (rate, burst, steps) => {
        const { clock, buckets } = scene(rate, burst);
        const taken = new Map<string, number>();
        for (const { group, most, passMs } of steps) {
          clock.ms += passMs;
          const count = buckets.takeUpTo(group, most);
          const sum = (taken.get(group) ?? 0) + count;
          taken.set(group, sum);
          expect(count).toBeLessThanOrEqual(Math.min(most, burst));
          expect(sum).toBeLessThanOrEqual(burst + (clock.ms / 1_000) * rate + 1e-3);
        }
      },
    ),
  );
});
