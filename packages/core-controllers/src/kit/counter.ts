const mostCounted = 2 ** 31 - 1;

/** The nearest number of replicas: counters and `replicas` have 32 bits, and users may request more Machines in sum. */
export function counter(sum: number): number {
  return Math.min(Math.max(0, sum), mostCounted);
}
