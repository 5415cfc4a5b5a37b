/** The range of a value. */
export interface Interval {
  readonly min: number;
  readonly max: number;
}

export function exactly(value: number): Interval {
  return { min: value, max: value };
}

/** The range of an unknown value. */
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

/** The smallest interval that contains both. */
export function union(left: Interval, right: Interval): Interval {
  return { min: Math.min(left.min, right.min), max: Math.max(left.max, right.max) };
}

/** Zero times infinity is zero. */
function product(left: number, right: number): number {
  return left === 0 || right === 0 ? 0 : left * right;
}
