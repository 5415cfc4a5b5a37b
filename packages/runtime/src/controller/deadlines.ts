import type { Clock } from "../clock/clock.ts";
import { TimedOutError } from "../errors/runtime-errors.ts";

/** How long one reconcile may take. */
export interface Deadline {
  /** Aborts when that has passed, or when all is to stop. */
  readonly signal: AbortSignal;
  /** The reconcile has ended. */
  end(): void;
}

/**
 * The deadlines of the reconciles of one controller. Each has a signal of its own that ends with all others: a signal made of two
 * (`AbortSignal.any`) costs more than a short reconcile.
 */
export class Deadlines {
  readonly #clock: Pick<Clock, "setTimer">;
  readonly #timeoutMs: number;
  readonly #running = new Set<AbortController>();

  constructor(clock: Pick<Clock, "setTimer">, timeoutMs: number) {
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
  }

  /** @param onPassed - called once it has passed. */
  begin(onPassed: (error: TimedOutError) => void): Deadline {
    const ending = new AbortController();
    this.#running.add(ending);
    const timer = this.#clock.setTimer(this.#timeoutMs, () => {
      const error = new TimedOutError(`The reconcile was ended at its deadline of ${this.#timeoutMs / 1_000} s`);
      ending.abort(error);
      onPassed(error);
    });
    return {
      signal: ending.signal,
      end: () => {
        timer.cancel();
        this.#running.delete(ending);
      },
    };
  }

  /** Aborts the signals of all that run. */
  stop(reason: Error): void {
    for (const ending of this.#running) ending.abort(reason);
  }
}
