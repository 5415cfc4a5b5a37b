import type { Clock } from "../clock/clock.ts";

/** How many requests may be sent, as client-go's QPS and Burst. */
export interface RequestRateOptions {
  /** A second. Negative: as many as there are. 0: 5, as in client-go. */
  readonly qps: number;
  /** At once, before `qps` applies. 0: 10, as in client-go. */
  readonly burst: number;
}

/**
 * What no controller sends: the Lease must be renewed in time however much they have to say, and what decides about access to the
 * process is limited by itself. In client-go too they have rates of their own.
 */
const unlimited = /^\/apis\/(?:coordination|authentication|authorization)\.k8s\.io\//;

/** A token bucket: requests beyond the rate wait, in the order they came. */
export class RequestRate {
  readonly #clock: Clock;
  readonly #qps: number;
  readonly #burst: number;
  /** Below zero: this many requests wait. */
  #tokens: number;
  #atMs: number;

  constructor(clock: Clock, { qps, burst }: RequestRateOptions) {
    this.#clock = clock;
    this.#qps = qps === 0 ? 5 : qps;
    this.#burst = burst === 0 ? 10 : burst;
    this.#tokens = this.#burst;
    this.#atMs = clock.monotonic();
  }

  /** Resolves when the request may be sent. @throws the signal's reason. */
  async take(path: string, signal: AbortSignal | undefined): Promise<void> {
    if (this.#qps < 0 || unlimited.test(path)) return;
    const nowMs = this.#clock.monotonic();
    const earned = ((nowMs - this.#atMs) / 1_000) * this.#qps;
    this.#tokens = Math.min(this.#burst, this.#tokens + earned) - 1;
    this.#atMs = nowMs;
    if (this.#tokens >= 0) return;
    try {
      await this.#clock.sleep((-this.#tokens / this.#qps) * 1_000, signal);
    } catch (error) {
      // Those that come after it need not wait for what is never sent.
      this.#tokens += 1;
      throw error;
    }
  }
}
