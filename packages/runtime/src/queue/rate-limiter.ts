import { backoffMs, type BackoffSteps } from "@capstan/kube";
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

interface Bucket {
  readonly tokens: number;
  readonly atMs: number;
}

/** Work that failed after it kept a worker for so long waits as long at least, so that it has half the time of a worker at most. */
const longMs = 5_000;

/**
 * Decides when a failed request may come again: exponential by request, and a token bucket over all of a group, so that a thousand objects
 * that fail together do not come back together, and delay those of no one else.
 */
export class RateLimiter {
  readonly #clock: Pick<Clock, "monotonic">;
  readonly #steps: BackoffSteps;
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #failures = new Map<string, number>();
  /** Those that are not full, the one that was used least recently first. */
  readonly #buckets = new Map<string, Bucket>();

  constructor(clock: Pick<Clock, "monotonic">, options: BackoffOptions = {}) {
    this.#clock = clock;
    this.#steps = { baseMs: options.baseMs ?? 5, maxMs: options.maxMs ?? 30_000 };
    this.#perSecond = options.perSecond ?? 10;
    this.#burst = options.burst ?? 100;
  }

  /** Counts a failure of `key`. @returns milliseconds to wait. */
  next(key: string, { group = "", heldMs = 0 }: FailedWork = {}): number {
    const failures = this.failures(key) + 1;
    this.#failures.set(key, failures);
    return Math.max(backoffMs(failures, this.#steps), this.#reserve(group), heldMs < longMs ? 0 : heldMs);
  }

  /** How often `key` has failed since it was last forgotten. */
  failures(key: string): number {
    return this.#failures.get(key) ?? 0;
  }

  /** Begins again with the shortest delay for the key. */
  forget(key: string): void {
    this.#failures.delete(key);
  }

  #reserve(group: string): number {
    const nowMs = this.#clock.monotonic();
    const tokens = this.#tokensOf(this.#buckets.get(group), nowMs) - 1;
    this.#buckets.delete(group);
    this.#forgetFull(nowMs);
    this.#buckets.set(group, { tokens, atMs: nowMs });
    return (-tokens / this.#perSecond) * 1_000;
  }

  #tokensOf(bucket: Bucket | undefined, nowMs: number): number {
    if (bucket === undefined) return this.#burst;
    return Math.min(this.#burst, bucket.tokens + ((nowMs - bucket.atMs) / 1_000) * this.#perSecond);
  }

  #forgetFull(nowMs: number): void {
    for (const [group, bucket] of this.#buckets) {
      if (this.#tokensOf(bucket, nowMs) < this.#burst) return;
      this.#buckets.delete(group);
    }
  }
}
