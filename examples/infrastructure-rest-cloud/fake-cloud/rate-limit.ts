/** A token bucket as in real clouds: a refused client must wait until the given time. */
export class RateLimit {
  /** Requests that arrived while the client had to wait. */
  violations = 0;
  refusals = 0;
  readonly #perSecond: number;
  #tokens: number;
  #filledAt = 0;
  #closed: { readonly from: number; readonly until: number } | undefined;

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
    this.#tokens = perSecond;
  }

  /** @returns seconds to wait; undefined: admitted. */
  refuse(now: number): number | undefined {
    if (this.#closed !== undefined && now < this.#closed.until) {
      // Requests of the same instant were in flight when the first was refused.
      if (now > this.#closed.from) this.violations += 1;
      return Math.ceil((this.#closed.until - now) / 1_000);
    }
    this.#tokens = Math.min(this.#perSecond, this.#tokens + ((now - this.#filledAt) / 1_000) * this.#perSecond);
    this.#filledAt = now;
    if (this.#tokens >= 1) {
      this.#tokens -= 1;
      return undefined;
    }
    this.refusals += 1;
    this.#closed = { from: now, until: now + 2_000 };
    return 2;
  }
}
