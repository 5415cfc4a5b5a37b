import { type ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { after } from "../clock/clock.ts";

/** The pause before a delivery, as a multiple of the previous one's duration. */
const restFactor = 4;
/** A delivery that was slow for another reason must not delay the next one. */
const longestRestMs = 10;

/**
 * Schedules deliveries of watches: in the next turn of the event loop, so that events of one turn are sent in one piece, but with pauses,
 * so that sending does not take most of the time. A few watches never wait. A hundred watches of the same objects wait for some
 * milliseconds, and events of that time are sent together.
 */
export class Deliveries {
  #waiting: (() => void)[] = [];
  readonly #now: () => number;
  #restUntil = 0;

  /** @param now - milliseconds of a monotonic clock. */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** @param deliver - called once. */
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
    // After the work that Node defers to the end of the turn: only then is written data encrypted and sent.
    process.nextTick(() => {
      const now = this.#now();
      this.#restUntil = now + Math.min((now - from) * restFactor, longestRestMs);
    });
  };
}

/** A larger amount is sent immediately. */
const mostTogether = 256 * 1024;

const deliveries = new Deliveries();

/** The output of a watch: events within moments are sent in one piece, because a write costs more than its content. */
export class Outbox {
  readonly #response: ServerResponse;
  #events: (string | Buffer)[] = [];
  #length = 0;
  #isScheduled = false;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  /** The amount that has not been sent yet. */
  get length(): number {
    return this.#length + this.#response.writableLength;
  }

  push(event: string | Buffer): void {
    this.#events.push(event);
    this.#length += event.length;
    if (this.#length > mostTogether) this.flush();
    else if (!this.#isScheduled) {
      this.#isScheduled = true;
      deliveries.add(() => {
        this.#isScheduled = false;
        this.flush();
      });
    }
  }

  /** Sends everything now. */
  flush(): void {
    const events = this.#events;
    this.#events = [];
    this.#length = 0;
    const [first] = events;
    if (first === undefined || this.#response.destroyed || this.#response.writableEnded) return;
    this.#response.write(events.length === 1 ? first : joined(events));
  }

  /** Sends everything, and the end. */
  end(): void {
    this.flush();
    this.#response.end();
  }
}

function joined(events: readonly (string | Buffer)[]): string | Buffer {
  // All events of a watch have the same format.
  const buffers = events.filter((event) => typeof event !== "string");
  return buffers.length === 0 ? events.join("") : Buffer.concat(buffers);
}
