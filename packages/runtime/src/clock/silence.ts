import type { Clock, Timer } from "./clock.ts";

/** Aborts its signal after a period without activity, or when another signal aborts. */
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
    // `AbortSignal.any` would cost more than the rest of this class.
    followed?.addEventListener("abort", this.#follow, { once: true });
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** Whether the signal has aborted because of the silence. */
  get wasTooLong(): boolean {
    return this.#wasTooLong;
  }

  begin(): void {
    this.broken();
    this.#wait(this.longestMs);
  }

  /** Notes activity. Leaves the timer unchanged because restarting it costs more than reading the time. */
  broken(): void {
    this.#sinceMs = this.#clock.monotonic();
  }

  /** From now on only the other signal counts. */
  end(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  /** From now on neither counts. */
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
      this.#ending.abort(new Error(`No data arrived for ${this.longestMs} ms`));
    });
  }
}
