import type { RequestFault } from "@capstan/apiserver";
import type { Clock } from "@capstan/runtime";

/** How long it has too much to do, in milliseconds of the clock. */
const defaultBusyMs = 10_000;
/** More than a client waits for by itself, so that the reconcile gets the answer. */
const defaultRetryAfterSeconds = 60;
/** As many as eighteen objects make whose reconciles back off from 5 ms on; who comes more often than that is let in, so that it ends. */
const mostRefused = 200;

/** How busy it is. */
interface BusyOptions {
  readonly busyMs?: number;
  readonly retryAfterSeconds?: number;
}

/** An API server that answers 429 to every write for a while, from a moment on. */
export class BusyServer {
  readonly #clock: Pick<Clock, "monotonic">;
  readonly #busyMs: number;
  readonly #retryAfterSeconds: number;
  #untilMs = -Infinity;
  #refused = 0;

  constructor(
    clock: Pick<Clock, "monotonic">,
    { busyMs = defaultBusyMs, retryAfterSeconds = defaultRetryAfterSeconds }: BusyOptions = {},
  ) {
    this.#clock = clock;
    this.#busyMs = busyMs;
    this.#retryAfterSeconds = retryAfterSeconds;
  }

  /** How many writes it has refused. */
  get refused(): number {
    return this.#refused;
  }

  /** What those who write have done wrong; empty: nothing. */
  get problems(): readonly string[] {
    return this.#refused < mostRefused
      ? []
      : [`${mostRefused} writes within ${this.#busyMs / 1_000} s, all of them answered 429: nothing backs off`];
  }

  begin(): void {
    this.#untilMs = this.#clock.monotonic() + this.#busyMs;
  }

  /** What happens to a write now; undefined: it is done. */
  refusal(): RequestFault | undefined {
    if (this.#clock.monotonic() >= this.#untilMs || this.#refused >= mostRefused) return undefined;
    this.#refused += 1;
    return { type: "error", code: 429, reason: "TooManyRequests", retryAfterSeconds: this.#retryAfterSeconds };
  }
}
