/**
 * Places without a time limit, such as workers, shared so that no group can exclude the others: a group that holds places gets another only
 * while a quarter as many as it then holds stay free. A single group therefore holds at most four fifths, two greedy groups leave a fifth
 * of the rest, and the last place always goes to a group without one.
 */
export class SharedPlaces {
  readonly size: number;
  readonly #held = new Map<string, number>();
  #taken = 0;

  constructor(size: number) {
    this.size = size;
  }

  /** The number of places in use. */
  get taken(): number {
    return this.#taken;
  }

  /** Whether any group may take a place. */
  get hasFree(): boolean {
    return this.#taken < this.size;
  }

  /** Whether this group may take a place. */
  isFor(group: string): boolean {
    const held = this.#held.get(group) ?? 0;
    const left = this.size - this.#taken - 1;
    return left >= 0 && (held === 0 || left * 4 >= held + 1);
  }

  /** Takes a place for the group; check {@link isFor} first. */
  take(group: string): void {
    this.#held.set(group, (this.#held.get(group) ?? 0) + 1);
    this.#taken += 1;
  }

  /** @param group - a group with a place. */
  release(group: string): void {
    const held = (this.#held.get(group) ?? 0) - 1;
    if (held > 0) this.#held.set(group, held);
    else this.#held.delete(group);
    this.#taken -= 1;
  }
}
