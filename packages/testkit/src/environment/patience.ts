import { systemClock, TimedOutError } from "@capstan/runtime";
import { describeWrite, type Write } from "../client/recording-client.ts";

/** A write that is repeated this often while the test waits for managers to settle is endless. */
const often = 100;

/** The time limit of a test environment's waits, in milliseconds of the system clock. */
export class Patience {
  readonly #limitMs: number;
  readonly #startMs = systemClock.monotonic();

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  /**
   * Waits for `work`.
   *
   * @param what - such as `the cloud is idle`.
   * @throws TimedOutError it takes too long.
   */
  async for(what: string, work: Promise<void>): Promise<void> {
    const done = new AbortController();
    const late = async (): Promise<void> => {
      await systemClock.sleep(this.#limitMs, done.signal);
      throw new TimedOutError(
        `The test environment does not settle: it has waited ${this.#limitMs / 1_000} s until ${what}`,
      );
    };
    try {
      await Promise.race([work, late()]);
    } finally {
      done.abort();
    }
  }

  /** @throws TimedOutError managers that settle individually keep writing because of each other's writes. */
  endWrites(writes: readonly Write[]): void {
    if (systemClock.monotonic() - this.#startMs < this.#limitMs) return;
    const counts = new Map<string, number>();
    for (const write of writes) {
      const text = `${write.by}: ${describeWrite(write)}`;
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    const endless = [...counts].filter(([, count]) => count >= often);
    if (endless.length === 0) return;
    const lines = endless.map(([text, count]) => `\n  ${text}, ${count} times`);
    throw new TimedOutError(`The test environment does not settle: managers write continuously:${lines.join("")}`);
  }
}
