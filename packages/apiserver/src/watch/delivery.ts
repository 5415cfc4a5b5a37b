import { after } from "../clock/clock.ts";
import { type Outbox } from "./outbox.ts";

type Sent = string | Buffer;

/** How what a watch sends gets to its client: at once, or as faults will have it, later, held back or out of order. */
export class Delivery {
  readonly #outbox: Outbox;
  /** What is kept back, while it is held. */
  #holds = 0;
  #held: Sent[] = [];
  #heldLength = 0;
  #lagMs = 0;
  #isLagging = false;
  #patienceMs = 0;
  /** A change that comes after the one that follows it, and what ends its waiting for that. */
  #overtaken: { readonly event: Sent; readonly cancel: () => void } | undefined;
  #isEnded = false;
  /** Its client has left. */
  #isClosed = false;

  constructor(outbox: Outbox) {
    this.#outbox = outbox;
  }

  /** How much the client has not been sent yet. */
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

  /** Sends what nothing overtakes: it says that everything before it was sent. */
  sendMark(event: Sent): void {
    this.#sendOvertaken();
    this.#send(event);
  }

  /** Ends the stream, as soon as it is not held. */
  end(): void {
    this.#sendOvertaken();
    this.#isEnded = true;
    if (this.#holds === 0) this.#outbox.end();
  }

  /** There is no one left to send to. */
  close(): void {
    this.#isClosed = true;
  }

  /** Keeps back what it would send. */
  hold(): void {
    this.#holds += 1;
  }

  /** Ends a {@link hold}; after the last one everything comes at once, the end too if it has come meanwhile. */
  release(): void {
    this.#holds -= 1;
    if (this.#holds > 0 || this.#isClosed) return;
    const held = this.#held;
    this.#held = [];
    this.#heldLength = 0;
    for (const event of held) this.#outbox.push(event);
    if (this.#isEnded) this.#outbox.end();
  }

  /** Sends everything that much later than now. */
  delay(moreMs: number): void {
    this.#lagMs += moreMs;
  }

  /** Sends every two changes in the opposite order; each waits that much longer than now for the one that overtakes it. */
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

  /** Holds back what comes now, and what comes in that time. */
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
