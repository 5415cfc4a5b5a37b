/** Empty levels that are kept: a controller uses two or three priorities, again and again. */
const keptLevels = 8;

/** Values that wait, highest priority first, equal ones in the order in which they came. */
export class PriorityLevels<V> {
  readonly #levels = new Map<number, Map<string, V>>();
  /** Highest first. */
  #priorities: readonly number[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** How many wait, by priority; priorities that nothing has are left out. */
  get sizes(): ReadonlyMap<number, number> {
    const all = [...this.#levels].map(([priority, { size }]): [number, number] => [priority, size]);
    return new Map(all.filter(([, size]) => size > 0));
  }

  /** @param key - of a value that does not wait yet. */
  add(key: string, priority: number, value: V): void {
    this.#levelOf(priority).set(key, value);
    this.#size += 1;
  }

  /** @param priority - that the value was added with. */
  remove(key: string, priority: number): void {
    const level = this.#levels.get(priority);
    if (level?.delete(key) !== true) return;
    this.#size -= 1;
    if (level.size === 0 && this.#levels.size > keptLevels) this.#forget(priority);
  }

  takeFirst(): V | undefined {
    if (this.#size === 0) return undefined;
    for (const priority of this.#priorities) {
      for (const [key, value] of this.#levels.get(priority) ?? []) {
        this.remove(key, priority);
        return value;
      }
    }
    return undefined;
  }

  clear(): void {
    this.#levels.clear();
    this.#priorities = [];
    this.#size = 0;
  }

  #levelOf(priority: number): Map<string, V> {
    const known = this.#levels.get(priority);
    if (known !== undefined) return known;
    const level = new Map<string, V>();
    this.#levels.set(priority, level);
    this.#priorities = [...this.#levels.keys()].sort((left, right) => right - left);
    return level;
  }

  #forget(priority: number): void {
    this.#levels.delete(priority);
    this.#priorities = this.#priorities.filter((each) => each !== priority);
  }
}
