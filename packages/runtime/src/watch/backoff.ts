/** First delay after a failure; doubles up to the longest. */
const firstMs = 100;
const longestMs = 5_000;

/**
 * Delay before the next attempt to list or watch: 100 ms, doubling to 5 s, each with up to half of it taken off at
 * random so that many informers do not come back in step.
 *
 * @param failures - attempts that failed one after the other, at least 1.
 * @param random - in [0, 1).
 */
export function watchBackoffMs(failures: number, random: number): number {
  const fullMs = Math.min(firstMs * 2 ** Math.min(failures - 1, 20), longestMs);
  return fullMs * (1 - random / 2);
}

/** How long the server should keep a watch, in seconds: 5 to 10 minutes, as client-go asks. */
export function watchTimeoutSeconds(random: number): number {
  return Math.round(300 * (1 + random));
}
