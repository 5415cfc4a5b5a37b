import type { Clock } from "@capstan/runtime";
import { RateLimitedError } from "../outcome/rate-limited-error.ts";
import type { AccountPace } from "./account-pace.ts";
import { retryAfterMs, withinAnHour } from "./retry-after.ts";

/** How a cloud says that it takes no more requests: an answer with the header `Retry-After`, or a time in milliseconds. */
export type Refusal = { readonly headers: { get(name: string): string | null } } | { readonly retryAfterMs: number };

/** The turn of one call of author code, for the client of the cloud. */
export interface Turn {
  /**
   * To be called before each request. The first is what the turn was given for; each further one lets the turns of others wait longer,
   * never this one.
   *
   * @throws {@link RateLimitedError} the cloud has said to stay away; let it pass.
   */
  request(): void;
  /**
   * The cloud has refused a request as one too many (HTTP 429): no object's requests are made for as long as it says; a second if it
   * does not say, an hour at most.
   *
   * @returns what to throw.
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
