import { type ServerResponse } from "node:http";
import { Deliveries } from "./deliveries.ts";

/** More than this goes out at once. */
const mostTogether = 256 * 1024;

const deliveries = new Deliveries();

/** What a watch sends: what comes within moments goes to the client in one piece, since a write costs more than what is written. */
export class Outbox {
  readonly #response: ServerResponse;
  #events: (string | Buffer)[] = [];
  #length = 0;
  #isScheduled = false;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  /** How much the client has not been sent yet. */
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
  // All events of a watch are of one format.
  const buffers = events.filter((event) => typeof event !== "string");
  return buffers.length === 0 ? events.join("") : Buffer.concat(buffers);
}
