const mostCounted = 2 ** 31 - 1;

/** A sum for a counter of a status, which has 32 bits: users may request more Machines than it can count. */
export function counter(sum: number): number {
  return Math.min(Math.max(0, sum), mostCounted);
}
