import type { Clock } from "../clock/clock.ts";

/**
 * The time limit of a request, with all its attempts and the delays between them. It starts when the request is first sent: as in
 * client-go, the wait for a slot or for the rate does not count.
 */
export class RequestTime {
  readonly limitMs: number;
  readonly #clock: Pick<Clock, "monotonic">;
  #beganMs: number | undefined;

  constructor(clock: Pick<Clock, "monotonic">, limitMs: number) {
    this.#clock = clock;
    this.limitMs = limitMs;
  }

  /** The remaining milliseconds. */
  get leftMs(): number {
    return this.limitMs - (this.#beganMs === undefined ? 0 : this.#clock.monotonic() - this.#beganMs);
  }

  /** Starts the time limit; further calls do nothing. */
  begin(): void {
    this.#beganMs ??= this.#clock.monotonic();
  }
}
