import { type ServerResponse } from "node:http";
import { Deliveries } from "./deliveries.ts";

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
