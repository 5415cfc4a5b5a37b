import { createHash } from "node:crypto";

/** A range of durations in milliseconds, inclusive. */
export interface DurationRange {
  /** At least this long, in milliseconds. */
  readonly minMilliseconds: number;
  /** At most this long, in milliseconds. */
  readonly maxMilliseconds: number;
}

/** The default boot duration of a machine. */
export const defaultBootDuration: DurationRange = { minMilliseconds: 200, maxMilliseconds: 800 };

/** The default creation duration of a machine. */
export const defaultCreationDuration: DurationRange = { minMilliseconds: 0, maxMilliseconds: 0 };

/**
 * A duration in `range` that looks random and is always the same for the same `seed`.
 *
 * @returns whole milliseconds; `minMilliseconds` when the range is empty or reversed.
 */
export function durationIn(range: DurationRange, seed: string): number {
  const width = range.maxMilliseconds - range.minMilliseconds;
  if (width <= 0) return range.minMilliseconds;
  const fraction = createHash("sha256").update(seed).digest().readUInt32BE(0) / 2 ** 32;
  return range.minMilliseconds + Math.floor(fraction * (width + 1));
}
