import { systemClock } from "@capstan/runtime";

interface Observed {
  /** A number that grows whenever something happens. */
  readonly activity: () => number;
  /** Whether the manager that is waited for works at all. */
  readonly isAwake: () => boolean;
  readonly quietMs: number;
}

/** Whether nothing has happened for a while, in real time. */
export class Quiet {
  readonly #observed: Observed;
  #lastActivity = -1;
  #sinceMs = systemClock.monotonic();

  constructor(observed: Observed) {
    this.#observed = observed;
  }

  /** Counts from now. */
  begin(): void {
    this.#sinceMs = systemClock.monotonic();
  }

  /** Looks; must be called often. @param times - how many times as long as otherwise. */
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
