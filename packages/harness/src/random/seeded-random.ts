/** Random numbers that are the same for the same seed. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** In [0, 1). Mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer, inclusive of both bounds. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  happens(probability: number): boolean {
    return this.next() < probability;
  }

  /** @throws Error the list is empty. */
  pick<T>(items: readonly T[]): T {
    const picked = items[this.between(0, items.length - 1)];
    if (picked === undefined) throw new Error("The list to pick from is empty");
    return picked;
  }

  shuffle<T>(items: readonly T[]): T[] {
    const rest = [...items];
    return items.flatMap(() => rest.splice(this.between(0, rest.length - 1), 1));
  }
}
