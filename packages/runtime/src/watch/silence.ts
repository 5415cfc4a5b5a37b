import type { Clock, Timer } from "../clock/clock.ts";

/** Aborts its signal once nothing has happened for a while. */
export class Silence {
  readonly #clock: Pick<Clock, "setTimer" | "monotonic">;
  readonly #longestMs: number;
  readonly #ending = new AbortController();
  #timer: Timer | undefined;
  #sinceMs = 0;

  constructor(clock: Pick<Clock, "setTimer" | "monotonic">, longestMs: number) {
    this.#clock = clock;
    this.#longestMs = longestMs;
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  begin(): void {
    this.broken();
    this.#wait(this.#longestMs);
  }

  /** Something has happened. The timer is left alone: it costs more than a look at the time. */
  broken(): void {
    this.#sinceMs = this.#clock.monotonic();
  }

  end(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #wait(waitMs: number): void {
    this.#timer = this.#clock.setTimer(waitMs, () => {
      const leftMs = this.#sinceMs + this.#longestMs - this.#clock.monotonic();
      if (leftMs > 0) this.#wait(leftMs);
      else this.#ending.abort(new Error(`Nothing came for ${this.#longestMs} ms`));
    });
  }
}
