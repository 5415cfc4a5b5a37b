import { systemClock } from "@capstan/runtime";

interface Observed {
  /** A number that increases with every activity. */
  readonly activity: () => number;
  /** Whether the awaited manager is working. */
  readonly isAwake: () => boolean;
  readonly quietMs: number;
}

/** Detects a period without activity, in real time. */
export class Quiet {
  readonly #observed: Observed;
  #lastActivity = -1;
  #sinceMs = systemClock.monotonic();

  constructor(observed: Observed) {
    this.#observed = observed;
  }

  /** Restarts the period. */
  begin(): void {
    this.#sinceMs = systemClock.monotonic();
  }

  /** Checks the period; call it often. @param times - a factor for the required time. */
  isSo(times = 1): boolean {
    const { activity, isAwake, quietMs } = this.#observed;
    const now = systemClock.monotonic();
    const seen = activity();
    if (seen !== this.#lastActivity || !isAwake()) {
      this.#lastActivity = seen;
      this.#sinceMs = now;
    }
    return now - this.#sinceMs >= quietMs * times;
  }
}
