import type { Clock } from "@capstan/runtime";
import { RateLimitedError } from "../outcome/rate-limited-error.ts";
import type { AccountPace } from "./account-pace.ts";

/** A cloud's refusal of further requests: a response with the header `Retry-After`, or a time in milliseconds. */
export type Refusal = { readonly headers: { get(name: string): string | null } } | { readonly retryAfterMs: number };

/** The turn of a call of your code, which the client of the cloud uses. */
export interface Turn {
  /**
   * Call this before each request. The first request is part of the turn; each further request delays the turns of others, but not this
   * one.
   *
   * @throws {@link RateLimitedError} the cloud has refused requests for some time; let the error propagate.
   */
  request(): void;
  /**
   * Records that the cloud has refused a request with HTTP 429. No object sends requests for the time that the cloud named; a second if it
   * named no time, an hour at most.
   *
   * @returns the error to throw.
   */
  refused(refusal: Refusal): RateLimitedError;
}

/** A turn that has been taken. */
export class TakenTurn implements Turn {
  readonly #pace: AccountPace;
  readonly #intervalMs: number;
  readonly #clock: Clock;
  #isPaid = true;

  constructor(pace: AccountPace, intervalMs: number, clock: Clock) {
    this.#pace = pace;
    this.#intervalMs = intervalMs;
    this.#clock = clock;
  }

  request(): void {
    const nowMs = this.#clock.monotonic();
    const closedMs = this.#pace.closedForMs(nowMs);
    if (closedMs > 0) throw new RateLimitedError(closedMs);
    if (!this.#isPaid) this.#pace.postpone(this.#intervalMs, nowMs);
    this.#isPaid = false;
  }

  refused(refusal: Refusal): RateLimitedError {
    const forMs =
      "headers" in refusal
        ? retryAfterMs(refusal.headers.get("retry-after"), this.#clock)
        : withinAnHour(refusal.retryAfterMs);
    this.#pace.close(forMs, this.#clock.monotonic());
    return new RateLimitedError(forMs);
  }
}

/** The delay if the response has no time or an invalid time, in milliseconds. */
const defaultMs = 1_000;
/** The longest delay, in milliseconds. A response that says more is checked again after this time, because it may have been wrong. */
const longestMs = 3_600_000;

/**
 * The delay in a `Retry-After` header, in milliseconds. The header has seconds or an HTTP date.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-retry-after
 */
function retryAfterMs(header: string | null, clock: Pick<Clock, "now">): number {
  const text = header?.trim() ?? "";
  const ms = /^\d+$/.test(text) ? 1_000 * Number(text) : Date.parse(text) - clock.now();
  return withinAnHour(ms);
}

/** Limits a delay to 0 through one hour; NaN becomes one second. */
function withinAnHour(ms: number): number {
  return Number.isNaN(ms) ? defaultMs : Math.min(Math.max(ms, 0), longestMs);
}
