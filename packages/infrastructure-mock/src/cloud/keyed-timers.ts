import type { Clock } from "@capstan/provider";

/** Timers by name, one of each. */
export class KeyedTimers {
  readonly #clock: Clock;
  readonly #timers = new Map<string, { cancel(): void }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls `callback` after `delayMs`; cancels an earlier timer of that name. */
  set(name: string, delayMs: number, callback: () => void): void {
    this.cancel(name);
    const timer = this.#clock.setTimer(delayMs, () => {
      this.#timers.delete(name);
      callback();
    });
    this.#timers.set(name, timer);
  }

  cancel(name: string): void {
    this.#timers.get(name)?.cancel();
    this.#timers.delete(name);
  }

  cancelAll(): void {
    for (const name of [...this.#timers.keys()]) this.cancel(name);
  }
}
