/** How fast tokens come, and how many are kept. */
export interface TokenRate {
  /** Tokens that come, of each group. */
  readonly perSecond: number;
  /** Of each group, at first and at most. */
  readonly burst: number;
}

interface Bucket {
  readonly tokens: number;
  readonly atMs: number;
}

/** Sums of what is earned bit by bit are not exact. */
const inexact = 1e-6;

/** A token bucket for each group, such as a namespace, so that what one does quickly delays no other. A full one is not remembered. */
export class TokenBuckets {
  readonly #clock: { monotonic(): number };
  readonly #rate: TokenRate;
  /** Those that are not full, the one that was used least recently first. */
  readonly #buckets = new Map<string, Bucket>();

  constructor(clock: { monotonic(): number }, rate: TokenRate) {
    this.#clock = clock;
    this.#rate = rate;
  }

  /** Takes a token, also one that has yet to come. @returns the milliseconds until it has. */
  reserve(group: string): number {
    const tokens = this.#take(group, 1);
    return (-tokens / this.#rate.perSecond) * 1_000;
  }

  /** Takes as many tokens as there are, `most` at most. @returns how many. */
  takeUpTo(group: string, most: number): number {
    const there = this.#tokensOf(this.#buckets.get(group), this.#clock.monotonic());
    const taken = Math.max(0, Math.min(most, Math.floor(there + inexact)));
    if (taken > 0) this.#take(group, taken);
    return taken;
  }

  /** Takes nothing. @returns the milliseconds until there is a token. */
  waitMs(group: string): number {
    const tokens = this.#tokensOf(this.#buckets.get(group), this.#clock.monotonic());
    return Math.max(0, ((1 - tokens) / this.#rate.perSecond) * 1_000);
  }

  /** @returns what is left, below 0 where some have yet to come. */
  #take(group: string, count: number): number {
    const nowMs = this.#clock.monotonic();
    const tokens = this.#tokensOf(this.#buckets.get(group), nowMs) - count;
    this.#buckets.delete(group);
    this.#forgetFull(nowMs);
    this.#buckets.set(group, { tokens, atMs: nowMs });
    return tokens;
  }

  #tokensOf(bucket: Bucket | undefined, nowMs: number): number {
    const { perSecond, burst } = this.#rate;
    return bucket === undefined ? burst : Math.min(burst, bucket.tokens + ((nowMs - bucket.atMs) / 1_000) * perSecond);
  }

  #forgetFull(nowMs: number): void {
    for (const [group, bucket] of this.#buckets) {
      if (this.#tokensOf(bucket, nowMs) < this.#rate.burst) return;
      this.#buckets.delete(group);
    }
  }
}
