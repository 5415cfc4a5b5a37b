/** How delays grow from one failure to the next. */
export interface BackoffSteps {
  /** Delay after the first failure, in milliseconds. */
  readonly baseMs: number;
  /** By which each further failure multiplies it. Default 2. */
  readonly factor?: number;
  /** Longest delay, in milliseconds. */
  readonly maxMs: number;
}

/**
 * The delay after a number of failures one after the other, in milliseconds: exponential up to the longest.
 *
 * @param failures - at least 1.
 */
export function backoffMs(failures: number, { baseMs, factor = 2, maxMs }: BackoffSteps): number {
  // Beyond any limit long before; the cap keeps the product of nothing and infinity from being no number.
  return Math.min(baseMs * factor ** Math.min(failures - 1, 100), maxMs);
}

/**
 * Spreads a delay at random, so that those who failed together do not come back together.
 *
 * @param random - in [0, 1).
 * @param range - what the delay is multiplied by, from least to most: `[1, 1.25]` adds up to a quarter.
 */
export function jitteredMs(delayMs: number, random: number, [least, most]: readonly [number, number]): number {
  return delayMs * (least + random * (most - least));
}
