import { type Clock } from "@capstan/runtime";

interface Run {
  readonly version: string;
  readonly at: number;
}

/**
 * Limits the cost of reading all Machines of a set: while only its Machines change, the delay until the next reconcile grows with their
 * number. Changes to the set itself are handled immediately.
 */
export class Pace {
  readonly #clock: Clock;
  readonly #runs = new Map<string, Run>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * How long to wait before this set is reconciled, in milliseconds; 0: now, which this call records as done.
   *
   * @param version - changes with everything that needs immediate action.
   */
  waitMs(key: string, version: string, machines: number): number {
    const now = this.#clock.monotonic();
    const last = this.#runs.get(key);
    const remaining = last?.version === version ? last.at + intervalMs(machines) - now : 0;
    if (remaining > 0) return remaining;
    this.#runs.set(key, { version, at: now });
    return 0;
  }

  /** Forgets a deleted set. */
  forget(key: string): void {
    this.#runs.delete(key);
  }
}

/** 0 for a few Machines, a quarter of a second for a thousand, at most one second. */
function intervalMs(machines: number): number {
  return Math.min(1_000, Math.floor(machines / 20) * 5);
}
