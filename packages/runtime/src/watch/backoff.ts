import { jitteredMs } from "@capstan/kube";

/** After this many consecutive failures, a restart would have been over. */
const restartFailures = 30;

/**
 * The delay before the next attempt to list or watch: 100 ms after the first failure, because a single broken connection is ordinary; then
 * one second for half a minute, so that a restarted server is noticed quickly; then 5 s. Adds up to a quarter of jitter, so that many
 * informers do not retry at the same time.
 *
 * @param failures - consecutive failed attempts, at least 1.
 * @param random - in [0, 1).
 */
export function watchBackoffMs(failures: number, random: number): number {
  const leastMs = failures === 1 ? 100 : failures <= restartFailures ? 1_000 : 5_000;
  return jitteredMs(leastMs, random, [1, 1.25]);
}

/** The timeout to request for a watch, in seconds: 5 to 10 minutes, as in client-go. */
export function watchTimeoutSeconds(random: number): number {
  return Math.round(300 * (1 + random));
}
