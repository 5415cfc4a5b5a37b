import type { Clock, Timer } from "./clock.ts";

/** Aborts its signal once nothing has happened for a while, or with another signal. */
export class Silence {
  readonly #clock: Pick<Clock, "setTimer" | "monotonic">;
  readonly longestMs: number;
  readonly #ending = new AbortController();
  readonly #followed: AbortSignal | undefined;
  #timer: Timer | undefined;
  #sinceMs = 0;
  #wasTooLong = false;

  constructor(clock: Pick<Clock, "setTimer" | "monotonic">, longestMs: number, followed?: AbortSignal) {
    this.#clock = clock;
    this.longestMs = longestMs;
    this.#followed = followed;
    if (followed?.aborted === true) this.#follow();
    // One signal made of two would cost more than all the rest of this.
    followed?.addEventListener("abort", this.#follow, { once: true });
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** The signal has aborted because nothing happened. */
  get wasTooLong(): boolean {
    return this.#wasTooLong;
  }

  begin(): void {
    this.broken();
    this.#wait(this.longestMs);
  }

  /** Something has happened. The timer is left alone: it costs more than a look at the time. */
  broken(): void {
    this.#sinceMs = this.#clock.monotonic();
  }

  /** From now on only the other signal counts. */
  end(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  /** From now on nothing counts. */
  release(): void {
    this.end();
    this.#followed?.removeEventListener("abort", this.#follow);
  }

  readonly #follow = (): void => {
    this.end();
    this.#ending.abort(this.#followed?.reason);
  };

  #wait(waitMs: number): void {
    this.#timer = this.#clock.setTimer(waitMs, () => {
      const leftMs = this.#sinceMs + this.longestMs - this.#clock.monotonic();
      if (leftMs > 0) {
        this.#wait(leftMs);
        return;
      }
      this.#wasTooLong = true;
      this.#ending.abort(new Error(`Nothing came for ${this.longestMs} ms`));
    });
  }
}
