import { unlessAborted } from "./unless-aborted.ts";
import { isUrgent } from "./urgent-requests.ts";

/** How many requests are under way at a time; others wait, in the order they came. */
export class RequestSlots {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /** Resolves when the request may be sent. @returns what to call once it has ended. @throws the signal's reason. */
  async take(path: string, signal: AbortSignal | undefined): Promise<() => void> {
    if (isUrgent(path)) return () => undefined;
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn(signal);
    return () => {
      this.#release();
    };
  }

  async #turn(signal: AbortSignal | undefined): Promise<void> {
    let onTurn: () => void = () => undefined;
    const turn = new Promise<void>((resolve) => {
      onTurn = resolve;
    });
    this.#waiting.add(onTurn);
    try {
      await unlessAborted(turn, signal);
    } catch (error) {
      // It may have got its turn just now.
      if (!this.#waiting.delete(onTurn)) this.#release();
      throw error;
    }
  }

  #release(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
