import type { SeededRandom } from "@capstan/harness/random";

/** Lets exactly one waiting operation go on at a time, in an order that a seed determines. */
export class Turns {
  readonly #random: SeededRandom;
  readonly #waiting: { readonly by: string; readonly go: () => void }[] = [];

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  /** Resolves when it is the caller's turn. */
  take(by: string): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ by, go: resolve });
    });
  }

  /** Gives one turn. @returns false if nothing waits. */
  async give(): Promise<boolean> {
    await idle();
    if (this.#waiting.length === 0) return false;
    const [next] = this.#waiting.splice(this.#random.between(0, this.#waiting.length - 1), 1);
    next?.go();
    await idle();
    return true;
  }

  /** A process has died: its operations in flight never go on. */
  drop(by: string): void {
    const left = this.#waiting.filter((each) => each.by !== by);
    this.#waiting.splice(0, this.#waiting.length, ...left);
  }
}

/** Lets all code run that waits for no turn. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
