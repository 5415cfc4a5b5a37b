import { backoffMs, type BackoffSteps, TokenBuckets } from "@capstan/kube";
import type { Clock } from "../clock/clock.ts";

/** How failed requests are spread over time. */
export interface BackoffOptions {
  /** Delay after the first failure, in milliseconds; doubles with each further one. Default 5. */
  readonly baseMs?: number;
  /** Longest delay of one request, in milliseconds. Default 30,000. */
  readonly maxMs?: number;
  /** Retries a second over all requests of a namespace, once `burst` are used up. Default 10. */
  readonly perSecond?: number;
  /** Default 100. */
  readonly burst?: number;
}

/** What {@link RateLimiter.next} is given about a failure. */
export interface FailedWork {
  /** Whose the request is; each has a token bucket of its own. Default: all have one. */
  readonly group?: string;
  /** For how long the work kept a worker, in milliseconds. Default 0. */
  readonly heldMs?: number;
}

/** Work that failed after it kept a worker for so long waits as long at least, so that it has half the time of a worker at most. */
const longMs = 5_000;

/**
 * Decides when a failed request may come again: exponential by request, and a token bucket over all of a group, so that a thousand objects
 * that fail together do not come back together, and delay those of no one else.
 */
export class RateLimiter {
  readonly #steps: BackoffSteps;
  readonly #buckets: TokenBuckets;
  readonly #failures = new Map<string, number>();

  constructor(clock: Pick<Clock, "monotonic">, options: BackoffOptions = {}) {
    this.#steps = { baseMs: options.baseMs ?? 5, maxMs: options.maxMs ?? 30_000 };
    this.#buckets = new TokenBuckets(clock, { perSecond: options.perSecond ?? 10, burst: options.burst ?? 100 });
  }

  /** Counts a failure of `key`. @returns milliseconds to wait. */
  next(key: string, { group = "", heldMs = 0 }: FailedWork = {}): number {
    const failures = this.failures(key) + 1;
    this.#failures.set(key, failures);
    return Math.max(backoffMs(failures, this.#steps), this.#buckets.reserve(group), heldMs < longMs ? 0 : heldMs);
  }

  /** How often `key` has failed since it was last forgotten. */
  failures(key: string): number {
    return this.#failures.get(key) ?? 0;
  }

  /** Begins again with the shortest delay for the key. */
  forget(key: string): void {
    this.#failures.delete(key);
  }
}
