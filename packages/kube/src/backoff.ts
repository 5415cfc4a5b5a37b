/** How the delay grows with each further failure. */
export interface BackoffSteps {
  /** Delay after the first failure, in milliseconds. */
  readonly baseMs: number;
  /** Multiplier for each further failure. Default: 2. */
  readonly factor?: number;
  /** Longest delay, in milliseconds. */
  readonly maxMs: number;
}

/**
 * The exponential delay after consecutive failures, in milliseconds, up to the longest delay.
 *
 * @param failures - at least 1.
 */
export function backoffMs(failures: number, { baseMs, factor = 2, maxMs }: BackoffSteps): number {
  // The delay reaches any limit long before 100 failures; the cap prevents 0 * Infinity, which is NaN.
  return Math.min(baseMs * factor ** Math.min(failures - 1, 100), maxMs);
}

/**
 * Adds random jitter to a delay, so that clients that failed together do not retry together.
 *
 * @param random - in [0, 1).
 * @param range - the least and the greatest factor of the delay: `[1, 1.25]` adds up to a quarter.
 */
export function jitteredMs(delayMs: number, random: number, [least, most]: readonly [number, number]): number {
  return delayMs * (least + random * (most - least));
}
