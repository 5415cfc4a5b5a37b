import type { SeenObject } from "../adapters/adapter.ts";
import type { State, View } from "./protocol.ts";

/** The objects that a client library has reported so far, in the measured process. */
export class KnownObjects {
  /** The number of the last version of each existing object. */
  readonly #numbers = new Map<string, number>();
  readonly #onReached: () => void;
  /** Kept after it was reached: otherwise its memory would be attributed to the library. */
  #wanted: ReadonlyMap<string, number> = new Map();
  #matching = 0;
  #isAwaited = false;
  #older = 0;
  #again = 0;
  #skipped = 0;

  /** @param onReached - called once exactly the expected versions are known. */
  constructor(onReached: () => void) {
    this.#onReached = onReached;
  }

  expect(view: View): void {
    this.#wanted = new Map(Object.entries(view));
    this.#matching = [...this.#wanted].filter(([name, number]) => this.#numbers.get(name) === number).length;
    this.#isAwaited = true;
    [this.#older, this.#again, this.#skipped] = [0, 0, 0];
    this.#compare();
  }

  readonly seen = (object: SeenObject): void => {
    const name = object.metadata?.name ?? "";
    const number = numberOf(object);
    const before = this.#numbers.get(name);
    if (before !== undefined) {
      if (number < before) this.#older += 1;
      else if (number === before) this.#again += 1;
      else this.#skipped += number - before - 1;
    }
    this.#note(name, number);
  };

  /**
   * @param last - the deleted version, if the library reports it. The deletion of an object with a successor of the same name changes
   * nothing.
   */
  readonly gone = (name: string, last?: SeenObject): void => {
    if (last !== undefined && numberOf(last) < (this.#numbers.get(name) ?? 0)) this.#older += 1;
    else this.#note(name, undefined);
  };

  state(): State {
    const view = Object.fromEntries(this.#numbers);
    return { event: "state", view, older: this.#older, again: this.#again, skipped: this.#skipped };
  }

  #note(name: string, number: number | undefined): void {
    const wanted = this.#wanted.get(name);
    if (wanted !== undefined) {
      this.#matching += Number(number === wanted) - Number(this.#numbers.get(name) === wanted);
    }
    if (number === undefined) this.#numbers.delete(name);
    else this.#numbers.set(name, number);
    this.#compare();
  }

  #compare(): void {
    if (!this.#isAwaited || this.#matching < this.#wanted.size || this.#numbers.size > this.#wanted.size) return;
    this.#isAwaited = false;
    this.#onReached();
  }
}

function numberOf({ metadata }: SeenObject): number {
  return Number(metadata?.annotations?.["bench/number"] ?? 0);
}
