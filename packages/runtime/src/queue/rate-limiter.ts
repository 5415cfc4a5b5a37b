import { backoffMs, type BackoffSteps } from "@capstan/kube";
import type { Clock } from "../clock/clock.ts";

/** How failed requests are spread over time. */
export interface BackoffOptions {
  /** Delay after the first failure, in milliseconds; doubles with each further one. Default 5. */
  readonly baseMs?: number;
  /** Longest delay of one request, in milliseconds. Default 30,000. */
  readonly maxMs?: number;
  /** Retries a second over all requests, once `burst` are used up. Default 10. */
  readonly perSecond?: number;
  /** Default 100. */
  readonly burst?: number;
}

/**
 * Decides when a failed request may come again: exponential by request, and a token bucket over all of them, so that
 * a thousand objects that fail together do not come back together.
 */
export class RateLimiter {
  readonly #clock: Pick<Clock, "monotonic">;
  readonly #steps: BackoffSteps;
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #failures = new Map<string, number>();
  #tokens: number;
  #refilledAtMs: number;

  constructor(clock: Pick<Clock, "monotonic">, options: BackoffOptions = {}) {
    this.#clock = clock;
    this.#steps = { baseMs: options.baseMs ?? 5, maxMs: options.maxMs ?? 30_000 };
    this.#perSecond = options.perSecond ?? 10;
    this.#burst = options.burst ?? 100;
    this.#tokens = this.#burst;
    this.#refilledAtMs = clock.monotonic();
  }

  /** Counts a failure of `key`. @returns milliseconds to wait. */
  next(key: string): number {
    const failures = this.failures(key) + 1;
    this.#failures.set(key, failures);
    return Math.max(backoffMs(failures, this.#steps), this.#reserve());
  }

  /** How often `key` has failed since it was last forgotten. */
  failures(key: string): number {
    return this.#failures.get(key) ?? 0;
  }

  /** Begins again with the shortest delay for the key. */
  forget(key: string): void {
    this.#failures.delete(key);
  }

  #reserve(): number {
    const nowMs = this.#clock.monotonic();
    const refill = ((nowMs - this.#refilledAtMs) / 1_000) * this.#perSecond;
    this.#tokens = Math.min(this.#burst, this.#tokens + refill) - 1;
    this.#refilledAtMs = nowMs;
    return (-this.#tokens / this.#perSecond) * 1_000;
  }
}
