import type { ServerResponse } from "node:http";

/** Passes on a watch in whole lines, so that something can be put between two of them, and late if it is asked to. */
export class WatchLines {
  readonly #response: ServerResponse;
  /** How late everything comes. */
  readonly #lagMs: number;
  #held: Buffer = Buffer.alloc(0);
  #holdsUntilMs: number;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  /** @param holdsUntilMs - on the clock of `performance`: nothing is passed on before. */
  constructor(response: ServerResponse, lagMs: number, holdsUntilMs: number) {
    this.#response = response;
    this.#lagMs = lagMs;
    this.#holdsUntilMs = holdsUntilMs;
    response.once("close", () => {
      this.#isOver = true;
      clearTimeout(this.#timer);
    });
  }

  /** Passes nothing on before that time. */
  hold(untilMs: number): void {
    this.#holdsUntilMs = Math.max(this.#holdsUntilMs, untilMs);
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushInTime();
  }

  write(chunk: Buffer): void {
    if (this.#isOver) return;
    this.#held = Buffer.concat([this.#held, chunk]);
    if (this.#timer === undefined && this.#lagMs > 0) {
      this.#holdsUntilMs = Math.max(this.#holdsUntilMs, performance.now() + this.#lagMs);
    }
    this.#flushInTime();
  }

  /** Ends it with this line, after whatever was not held back. */
  last(line: string): void {
    this.#isOver = true;
    this.#response.end(line);
  }

  #flushInTime(): void {
    if (this.#timer !== undefined || this.#isOver) return;
    const waitMs = this.#holdsUntilMs - performance.now();
    if (waitMs <= 0) {
      this.#flush();
      return;
    }
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#flushInTime();
    }, waitMs);
  }

  #flush(): void {
    const end = this.#held.lastIndexOf("\n") + 1;
    if (end > 0) this.#response.write(this.#held.subarray(0, end));
    this.#held = this.#held.subarray(end);
  }
}
