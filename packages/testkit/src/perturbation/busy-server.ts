import type { RequestFault } from "@capstan/apiserver";
import type { Clock } from "@capstan/runtime";

/** How long the server is busy, in milliseconds of the clock. */
const defaultBusyMs = 10_000;
/** Longer than a client itself waits, so that the reconcile gets the answer. */
const defaultRetryAfterSeconds = 60;
/** As many as eighteen objects cause whose reconciles back off from 5 ms on. More frequent writes are accepted, so that the run ends. */
const mostRefused = 200;

/** Options of the busy period. */
interface BusyOptions {
  readonly busyMs?: number;
  readonly retryAfterSeconds?: number;
}

/** An API server that answers 429 to every write for a while. */
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

  /** The number of refused writes. */
  get refused(): number {
    return this.#refused;
  }

  /** Mistakes of the clients; empty if there are none. */
  get problems(): readonly string[] {
    return this.#refused < mostRefused
      ? []
      : [`${mostRefused} writes within ${this.#busyMs / 1_000} s, all rejected with 429: the writer does not back off`];
  }

  begin(): void {
    this.#untilMs = this.#clock.monotonic() + this.#busyMs;
  }

  /** The fault of a write now; undefined if it is accepted. */
  refusal(): RequestFault | undefined {
    if (this.#clock.monotonic() >= this.#untilMs || this.#refused >= mostRefused) return undefined;
    this.#refused += 1;
    return { type: "error", code: 429, reason: "TooManyRequests", retryAfterSeconds: this.#retryAfterSeconds };
  }
}
