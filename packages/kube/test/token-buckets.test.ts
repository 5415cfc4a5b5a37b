import { TokenBuckets } from "@capstan/kube";
import fc from "fast-check";
import { expect, test } from "vitest";

/** Buckets, and a clock that is set by hand. */
function scene(perSecond: number, burst: number) {
  const clock = { ms: 0, monotonic: () => clock.ms };
  return { clock, buckets: new TokenBuckets(clock, { perSecond, burst }) };
}

test("a group takes what is there, and others have their own", () => {
  const { clock, buckets } = scene(10, 20);
  expect([buckets.takeUpTo("a", 200), buckets.takeUpTo("a", 1), buckets.takeUpTo("b", 3)]).toEqual([20, 0, 3]);
  clock.ms = 150;
  expect(buckets.takeUpTo("a", 200)).toBe(1);
  // the half that was left is not lost
  clock.ms = 200;
  expect(buckets.takeUpTo("a", 200)).toBe(1);
});

test("who reserves waits for its token, and nothing is there to take meanwhile", () => {
  const { clock, buckets } = scene(10, 1);
  expect([buckets.reserve("a"), buckets.reserve("a"), buckets.reserve("a")]).toEqual([-0, 100, 200]);
  expect([buckets.takeUpTo("a", 5), buckets.waitMs("a"), buckets.waitMs("b")]).toEqual([0, 300, 0]);
  clock.ms = 300;
  expect(buckets.takeUpTo("a", 5)).toBe(1);
});

test("however it is taken, no group has more than its burst and what has come since", () => {
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
