/** From the least to the most that something can be. */
export interface Interval {
  readonly min: number;
  readonly max: number;
}

export function exactly(value: number): Interval {
  return { min: value, max: value };
}

/** What nothing is known of. */
export const anything: Interval = { min: 0, max: Infinity };

export function plus(...intervals: readonly Interval[]): Interval {
  return intervals.reduce((sum, { min, max }) => ({ min: sum.min + min, max: sum.max + max }), exactly(0));
}

export function times(left: Interval, right: Interval): Interval {
  return { min: product(left.min, right.min), max: product(left.max, right.max) };
}

/** Rounded up. */
export function scaled({ min, max }: Interval, factor: number): Interval {
  return { min: Math.ceil(product(min, factor)), max: Math.ceil(product(max, factor)) };
}

/** From the least of both to the most of both. */
export function union(left: Interval, right: Interval): Interval {
  return { min: Math.min(left.min, right.min), max: Math.max(left.max, right.max) };
}

/** Nothing at all is nothing, however often. */
function product(left: number, right: number): number {
  return left === 0 || right === 0 ? 0 : left * right;
}
