import { type Change } from "./change.ts";

/** The last changes of one resource, for watches that resume. */
export class History {
  readonly #limit: number;
  #changes: Change[] = [];
  #start = 0;
  #floor: number;

  constructor(limit: number, floor: number) {
    this.#limit = limit;
    this.#floor = floor;
  }

  /** Changes up to this revision are forgotten: a watch can resume at it, but not before it. */
  get floor(): number {
    return this.#floor;
  }

  add(change: Change): void {
    this.#changes.push(change);
    if (this.#changes.length - this.#start <= this.#limit) return;
    this.#floor = this.#changes[this.#start]?.revision ?? this.#floor;
    this.#start += 1;
    // Moving the list only occasionally keeps dropping the oldest change cheap.
    if (this.#start > this.#limit) {
      this.#changes = this.#changes.slice(this.#start);
      this.#start = 0;
    }
  }

  /** The changes after `revision`; undefined if some of them are forgotten. */
  after(revision: number): readonly Change[] | undefined {
    if (revision < this.#floor) return undefined;
    let low = this.#start;
    let high = this.#changes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#changes[middle]?.revision ?? 0) <= revision) low = middle + 1;
      else high = middle;
    }
    return this.#changes.slice(low);
  }

  copy(): History {
    const copy = new History(this.#limit, this.#floor);
    copy.#changes = this.#changes.slice(this.#start);
    return copy;
  }

  forget(revision: number): void {
    this.#changes = [];
    this.#start = 0;
    this.#floor = revision;
  }
}
