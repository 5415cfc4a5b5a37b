/** The refill rate and the capacity of a bucket. */
export interface TokenRate {
  /** Tokens per second, for each group. */
  readonly perSecond: number;
  /** The initial and the largest number of tokens, for each group. */
  readonly burst: number;
}

interface Bucket {
  readonly tokens: number;
  readonly atMs: number;
}

/** Tolerance for sums of fractional tokens, which are inexact. */
const inexact = 1e-6;

/** A token bucket for each group, such as a namespace, so that a busy group delays no other. Full buckets are not stored. */
export class TokenBuckets {
  readonly #clock: { monotonic(): number };
  readonly #rate: TokenRate;
  /** The buckets that are not full, least recently used first. */
  readonly #buckets = new Map<string, Bucket>();

  constructor(clock: { monotonic(): number }, rate: TokenRate) {
    this.#clock = clock;
    this.#rate = rate;
  }

  /** Takes a token, in advance if necessary. @returns the milliseconds until the token is available. */
  reserve(group: string): number {
    const tokens = this.#take(group, 1);
    return (-tokens / this.#rate.perSecond) * 1_000;
  }

  /** Takes the available tokens, `most` at most. @returns how many. */
  takeUpTo(group: string, most: number): number {
    const there = this.#tokensOf(this.#buckets.get(group), this.#clock.monotonic());
    const taken = Math.max(0, Math.min(most, Math.floor(there + inexact)));
    if (taken > 0) this.#take(group, taken);
    return taken;
  }

  /** Takes nothing. @returns the milliseconds until a token is available. */
  waitMs(group: string): number {
    const tokens = this.#tokensOf(this.#buckets.get(group), this.#clock.monotonic());
    return Math.max(0, ((1 - tokens) / this.#rate.perSecond) * 1_000);
  }

  /** @returns the tokens left, below 0 if some were taken in advance. */
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
