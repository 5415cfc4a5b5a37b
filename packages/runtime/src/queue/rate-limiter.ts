import { backoffMs, type BackoffSteps, TokenBuckets } from "@capstan/kube";
import type { Clock } from "../clock/clock.ts";

/** The delays of failed requests. */
export interface BackoffOptions {
  /** Delay after the first failure, in milliseconds; doubles with each further failure. Default 5. */
  readonly baseMs?: number;
  /** Longest delay of a request, in milliseconds. Default 30,000. */
  readonly maxMs?: number;
  /** Retries per second over all requests of a namespace, once `burst` is used up. Default 10. */
  readonly perSecond?: number;
  /** Retries without this limit. Default 100. */
  readonly burst?: number;
}

/** A failure that is passed to {@link RateLimiter.next}. */
export interface FailedWork {
  /** The group of the request; each group has its own token bucket. Default: one bucket for all. */
  readonly group?: string;
  /** How long the work held a worker, in milliseconds. Default 0. */
  readonly heldMs?: number;
}

/** Failed work that held a worker for at least this long waits at least as long, so that it takes at most half of a worker's time. */
const longMs = 5_000;

/**
 * Decides when a failed request is retried: exponential back-off for each request, and a token bucket for each group, so that a thousand
 * objects that fail together are not retried together, and do not delay those of other groups.
 */
export class RateLimiter {
  readonly #steps: BackoffSteps;
  readonly #buckets: TokenBuckets;
  readonly #failures = new Map<string, number>();

  constructor(clock: Pick<Clock, "monotonic">, options: BackoffOptions = {}) {
    this.#steps = { baseMs: options.baseMs ?? 5, maxMs: options.maxMs ?? 30_000 };
    this.#buckets = new TokenBuckets(clock, { perSecond: options.perSecond ?? 10, burst: options.burst ?? 100 });
  }

  /** Counts a failure of `key`. @returns the delay in milliseconds. */
  next(key: string, { group = "", heldMs = 0 }: FailedWork = {}): number {
    const failures = this.failures(key) + 1;
    this.#failures.set(key, failures);
    return Math.max(backoffMs(failures, this.#steps), this.#buckets.reserve(group), heldMs < longMs ? 0 : heldMs);
  }

  /** The number of failures since `key` was last forgotten. */
  failures(key: string): number {
    return this.#failures.get(key) ?? 0;
  }

  /** Resets the back-off of `key`. */
  forget(key: string): void {
    this.#failures.delete(key);
  }
}
