import { type Clock } from "@capstan/runtime";

interface Run {
  readonly version: string;
  readonly at: number;
}

/**
 * Keeps the cost of looking at all Machines of a set in proportion: while only its Machines change, a set is looked at
 * again no sooner than a time that grows with their number. What changes on the set itself is acted upon at once.
 */
export class Pace {
  readonly #clock: Clock;
  readonly #runs = new Map<string, Run>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * How long to wait before this set is looked at, in milliseconds; 0: do it now, which is then taken to be done.
   *
   * @param version - changes with everything that is to be acted upon at once.
   */
  waitMs(key: string, version: string, machines: number): number {
    const now = this.#clock.now();
    const last = this.#runs.get(key);
    const remaining = last?.version === version ? last.at + intervalMs(machines) - now : 0;
    if (remaining > 0) return remaining;
    this.#runs.set(key, { version, at: now });
    return 0;
  }

  /** The set is gone. */
  forget(key: string): void {
    this.#runs.delete(key);
  }
}

/** Nothing for a few Machines, a quarter of a second for a thousand, and never more than a second. */
function intervalMs(machines: number): number {
  return Math.min(1_000, Math.floor(machines / 20) * 5);
}
