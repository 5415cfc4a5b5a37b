import { jitteredMs } from "@capstan/kube";

/** After this many failures one after the other, a server that is only being restarted would have been back. */
const restartFailures = 30;

/**
 * Delay before the next attempt to list or watch: 100 ms after the first failure, since one broken connection is
 * ordinary; then one second for half a minute, so that a server that was restarted is noticed at once; then 5 s. Up to a
 * quarter is added at random so that many informers do not come back in step.
 *
 * @param failures - attempts that failed one after the other, at least 1.
 * @param random - in [0, 1).
 */
export function watchBackoffMs(failures: number, random: number): number {
  const leastMs = failures === 1 ? 100 : failures <= restartFailures ? 1_000 : 5_000;
  return jitteredMs(leastMs, random, [1, 1.25]);
}

/** How long the server should keep a watch, in seconds: 5 to 10 minutes, as client-go asks. */
export function watchTimeoutSeconds(random: number): number {
  return Math.round(300 * (1 + random));
}
