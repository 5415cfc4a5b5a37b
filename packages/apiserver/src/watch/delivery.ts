import { after } from "../clock/clock.ts";
import { type Outbox } from "./outbox.ts";

type Sent = string | Buffer;

/** Delivers the events of a watch to its client: immediately or, because of faults, delayed, held back or reordered. */
export class Delivery {
  readonly #outbox: Outbox;
  /** The number of current holds. */
  #holds = 0;
  #held: Sent[] = [];
  #heldLength = 0;
  #lagMs = 0;
  #isLagging = false;
  #patienceMs = 0;
  /** A change that waits to be overtaken by the next one, and a function that ends the wait. */
  #overtaken: { readonly event: Sent; readonly cancel: () => void } | undefined;
  #isEnded = false;
  /** Whether the client has disconnected. */
  #isClosed = false;

  constructor(outbox: Outbox) {
    this.#outbox = outbox;
  }

  /** The amount that has not been sent yet. */
  get length(): number {
    return this.#heldLength + (this.#overtaken?.event.length ?? 0) + this.#outbox.length;
  }

  /** Sends a change, which another may overtake. */
  sendChange(event: Sent): void {
    if (this.#overtaken === undefined && this.#patienceMs > 0) {
      const cancel = after(this.#patienceMs, () => {
        this.#sendOvertaken();
      });
      this.#overtaken = { event, cancel };
      return;
    }
    this.#send(event);
    this.#sendOvertaken();
  }

  /** Sends an event that no change overtakes, because it is about everything before it. */
  sendMark(event: Sent): void {
    this.#sendOvertaken();
    this.#send(event);
  }

  /** Ends the stream as soon as it is not held. */
  end(): void {
    this.#sendOvertaken();
    this.#isEnded = true;
    if (this.#holds === 0) this.#outbox.end();
  }

  /** Discards all events, because the client has disconnected. */
  close(): void {
    this.#isClosed = true;
  }

  /** Holds back all events. */
  hold(): void {
    this.#holds += 1;
  }

  /** Ends a {@link hold}; after the last one, everything is sent immediately, including an end in the meantime. */
  release(): void {
    this.#holds -= 1;
    if (this.#holds > 0 || this.#isClosed) return;
    const held = this.#held;
    this.#held = [];
    this.#heldLength = 0;
    for (const event of held) this.#outbox.push(event);
    if (this.#isEnded) this.#outbox.end();
  }

  /** Delays all events by this much more than now. */
  delay(moreMs: number): void {
    this.#lagMs += moreMs;
  }

  /** Swaps every two changes; each waits this much longer than now for the change that overtakes it. */
  swap(moreMs: number): void {
    this.#patienceMs += moreMs;
    if (this.#patienceMs === 0) this.#sendOvertaken();
  }

  #sendOvertaken(): void {
    const overtaken = this.#overtaken;
    if (overtaken === undefined) return;
    this.#overtaken = undefined;
    overtaken.cancel();
    this.#send(overtaken.event);
  }

  #send(event: Sent): void {
    if (this.#isEnded) return;
    if (this.#lagMs > 0) this.#lag();
    if (this.#holds > 0) {
      this.#held.push(event);
      this.#heldLength += event.length;
    } else this.#outbox.push(event);
  }

  /** Holds back current and later events for that time. */
  #lag(): void {
    if (this.#isLagging) return;
    this.#isLagging = true;
    this.hold();
    after(this.#lagMs, () => {
      this.#isLagging = false;
      this.release();
    });
  }
}
