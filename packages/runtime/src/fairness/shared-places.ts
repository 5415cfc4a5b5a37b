/**
 * Places that are held for as long as their holders like, such as workers, and by which no group keeps the others out: a group that holds
 * some takes a further one only while afterwards a quarter as many as it holds then are free. So one alone holds four fifths of them at
 * most, two that do their worst leave a fifth of what is left, and the last one is always for a group that has none.
 */
export class SharedPlaces {
  readonly size: number;
  readonly #held = new Map<string, number>();
  #taken = 0;

  constructor(size: number) {
    this.size = size;
  }

  /** How many are held. */
  get taken(): number {
    return this.#taken;
  }

  /** Whether any group may take one. */
  get hasFree(): boolean {
    return this.#taken < this.size;
  }

  /** Whether this group may take one. */
  isFor(group: string): boolean {
    const held = this.#held.get(group) ?? 0;
    const left = this.size - this.#taken - 1;
    return left >= 0 && (held === 0 || left * 4 >= held + 1);
  }

  /** The group has a further one, which it is not refused: see {@link isFor}. */
  take(group: string): void {
    this.#held.set(group, (this.#held.get(group) ?? 0) + 1);
    this.#taken += 1;
  }

  /** @param group - which has one. */
  release(group: string): void {
    const held = (this.#held.get(group) ?? 0) - 1;
    if (held > 0) this.#held.set(group, held);
    else this.#held.delete(group);
    this.#taken -= 1;
  }
}
