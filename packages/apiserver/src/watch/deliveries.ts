import { performance } from "node:perf_hooks";
import { after } from "../clock/clock.ts";

/** How much longer than a delivery took the next one waits. */
const restFactor = 4;
/** A delivery that took long for another reason must not hold the next one up. */
const longestRestMs = 10;

/**
 * When watches send what they hold: in the next turn of the event loop, since what comes in one turn can go in one piece, but not while
 * most of the time would be spent on sending. A few watches never wait; where a hundred follow the same objects, they wait for some
 * milliseconds, and what is written meanwhile goes together.
 */
export class Deliveries {
  #waiting: (() => void)[] = [];
  readonly #now: () => number;
  #restUntil = 0;

  /** @param now - milliseconds of a clock that only goes forward. */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** @param deliver - is called once. */
  add(deliver: () => void): void {
    this.#waiting.push(deliver);
    if (this.#waiting.length > 1) return;
    const restMs = this.#restUntil - this.#now();
    if (restMs >= 1) after(restMs, this.#deliver);
    else setImmediate(this.#deliver);
  }

  readonly #deliver = (): void => {
    const waiting = this.#waiting;
    this.#waiting = [];
    const from = this.#now();
    for (const deliver of waiting) deliver();
    // After what Node defers to the end of the turn: what was written is encrypted and sent only then.
    process.nextTick(() => {
      const now = this.#now();
      this.#restUntil = now + Math.min((now - from) * restFactor, longestRestMs);
    });
  };
}
