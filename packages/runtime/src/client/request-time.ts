import type { Clock } from "../clock/clock.ts";

/**
 * How long a request may take with all its attempts and the waits between them, from when it is first sent: as in client-go, what it has
 * waited for its turn before is not counted.
 */
export class RequestTime {
  readonly limitMs: number;
  readonly #clock: Pick<Clock, "monotonic">;
  #beganMs: number | undefined;

  constructor(clock: Pick<Clock, "monotonic">, limitMs: number) {
    this.#clock = clock;
    this.limitMs = limitMs;
  }

  /** How much of it is left, in milliseconds. */
  get leftMs(): number {
    return this.limitMs - (this.#beganMs === undefined ? 0 : this.#clock.monotonic() - this.#beganMs);
  }

  /** It is sent, or would be; again, it does nothing. */
  begin(): void {
    this.#beganMs ??= this.#clock.monotonic();
  }
}
