/** How fast something must move. */
export interface PaceLimits {
  /** What moves slower than this, in bytes a second, for longer than `graceMs` is too slow. */
  readonly bytesPerSecond: number;
  /** For how long nothing may move, in milliseconds. Speed earns no more than that. */
  readonly graceMs: number;
}

/**
 * Whether bytes move fast enough. Time is counted in ticks, not read: while the process is busy it receives nothing, and all that time
 * is one tick.
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

  /** Bytes of a tick: the better of this one and the one before; infinite in the first. */
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
