import { type TestTrials, type TrialEvent } from "./plan.ts";

export type Reach = Extract<TrialEvent, { type: "reached" }>;

/** Tests with similar durations, which are tried together: fast ones first, so that slow ones try only the remaining mutants. */
export interface Tier {
  readonly name: string;
  /** Tests with at most this duration. */
  readonly testMs: number;
  /** The maximum number of tests that try one mutant. */
  readonly tests: number;
}

export const tiers: readonly Tier[] = [
  { name: "fastest tests", testMs: 3, tests: 16 },
  { name: "fast tests", testMs: 30, tests: 16 },
  { name: "slower tests", testMs: 400, tests: 6 },
  { name: "slowest tests", testMs: 2_500, tests: 2 },
];

/** All tests that reach a mutant, without a limit. */
export const allTests: readonly Tier[] = tiers.map((tier) => ({
  ...tier,
  name: `all ${tier.name}`,
  tests: Infinity,
}));

/** The timeout after which a test of this duration has killed a mutant: far above its duration without a mutant on a busy machine. */
export function timeoutOf({ testMs }: Tier): number {
  return Math.max(5_000, 12 * testMs);
}

/**
 * Assigns the remaining mutants to tests: of all tests that reach a mutant, those that reach the fewest mutants, because they are the most
 * specific.
 */
export function trialsOf(
  { testMs, tests }: Tier,
  reaches: readonly Reach[],
  isLeft: (mutant: number) => boolean,
  isTried: (test: string, mutant: number) => boolean,
): Record<string, TestTrials> {
  const counts = new Map<number, number>();
  const trials: Record<string, { mutants: number[]; limit: number }> = {};
  const closest = reaches.filter(({ ms }) => ms <= testMs).sort((a, b) => a.mutants.length - b.mutants.length);
  for (const { test, calls, mutants } of closest) {
    for (const mutant of mutants) {
      const count = counts.get(mutant) ?? 0;
      if (!isLeft(mutant) || count >= tests) continue;
      counts.set(mutant, count + 1);
      if (isTried(test, mutant)) continue;
      trials[test] ??= { mutants: [], limit: calls * 20 + 100_000 };
      trials[test].mutants.push(mutant);
    }
  }
  return trials;
}
