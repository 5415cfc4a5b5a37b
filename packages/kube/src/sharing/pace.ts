/** The required pace of a transfer. */
export interface PaceLimits {
  /** A transfer below this rate, in bytes a second, for longer than `graceMs` is too slow. */
  readonly bytesPerSecond: number;
  /** The longest time without progress, in milliseconds. A fast transfer earns no more than this. */
  readonly graceMs: number;
}

/**
 * Tracks whether a transfer is fast enough. Time is counted in ticks instead of read from a clock: a busy process receives nothing, and all
 * that time counts as one tick.
 */
export class Pace {
  readonly #limits: PaceLimits;
  #creditMs: number;
  #now = 0;
  #before = Infinity;

  constructor(limits: PaceLimits) {
    this.#limits = limits;
    this.#creditMs = limits.graceMs;
  }

  get isTooSlow(): boolean {
    return this.#creditMs <= 0;
  }

  /** Bytes per tick: the greater of this tick and the previous tick; infinite in the first tick. */
  get recent(): number {
    return Math.max(this.#now, this.#before);
  }

  moved(bytes: number): void {
    const { bytesPerSecond, graceMs } = this.#limits;
    this.#now += bytes;
    this.#creditMs = Math.min(graceMs, this.#creditMs + (bytes / bytesPerSecond) * 1_000);
  }

  tick(ms: number): void {
    this.#creditMs -= ms;
    this.#before = this.#now;
    this.#now = 0;
  }
}
