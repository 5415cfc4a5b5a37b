import { FairLine, type Waiting } from "../fairness/fair-line.ts";

/** Empty levels that are kept, because a controller uses the same two or three priorities all the time. */
const keptLevels = 8;
/** Every fourth value comes from the level whose last turn is the longest ago, so that no value waits forever. */
const turnsOfAll = 4;

interface Level<V> {
  readonly priority: number;
  readonly line: FairLine<V>;
  /** The sequence number of the last value that was taken from it. */
  lastTurn: number;
}

/** A waiting value in {@link PriorityLevels}. */
export interface WaitingInLevel<V> {
  readonly level: Level<V>;
  readonly waiting: Waiting<V>;
}

/**
 * Waiting values, highest priority first, except that every fourth comes from the level that has been passed over the longest. Within a
 * level, groups take turns, see {@link FairLine}.
 */
export class PriorityLevels<V> {
  readonly #levels = new Map<number, Level<V>>();
  /** Highest first. */
  #ordered: readonly Level<V>[] = [];
  #size = 0;
  #turns = 0;

  get size(): number {
    return this.#size;
  }

  /** The number of waiting values, by priority; empty priorities are omitted. */
  get sizes(): ReadonlyMap<number, number> {
    const waiting = this.#ordered.filter(({ line }) => line.size > 0);
    return new Map(waiting.map(({ priority, line }) => [priority, line.size]));
  }

  /** @returns the argument for {@link remove}. */
  add(group: string, priority: number, value: V): WaitingInLevel<V> {
    this.#size += 1;
    const level = this.#levelOf(priority);
    return { level, waiting: level.line.add(group, value) };
  }

  /** @param waiting - a value that was neither taken nor removed. */
  remove({ level, waiting }: WaitingInLevel<V>): void {
    level.line.remove(waiting);
    this.#left(level);
  }

  /** Takes the first value of a group that may have a turn; `undefined` if there is none. */
  takeFirst(mayHaveTurn?: (group: string) => boolean): V | undefined {
    for (const level of this.#inTurn()) {
      const value = level.line.take(mayHaveTurn);
      if (value === undefined) continue;
      this.#turns += 1;
      level.lastTurn = this.#turns;
      this.#left(level);
      return value;
    }
    return undefined;
  }

  clear(): void {
    this.#levels.clear();
    this.#ordered = [];
    this.#size = 0;
  }

  #inTurn(): readonly Level<V>[] {
    const isTurnOfAll = this.#ordered.length > 1 && this.#turns % turnsOfAll === turnsOfAll - 1;
    return isTurnOfAll ? this.#ordered.toSorted((left, right) => left.lastTurn - right.lastTurn) : this.#ordered;
  }

  #levelOf(priority: number): Level<V> {
    const known = this.#levels.get(priority);
    if (known !== undefined) return known;
    const level: Level<V> = { priority, line: new FairLine(), lastTurn: this.#turns };
    this.#levels.set(priority, level);
    this.#order();
    return level;
  }

  #left(level: Level<V>): void {
    this.#size -= 1;
    if (level.line.size > 0 || this.#levels.size <= keptLevels) return;
    this.#levels.delete(level.priority);
    this.#order();
  }

  #order(): void {
    this.#ordered = [...this.#levels.values()].sort((left, right) => right.priority - left.priority);
  }
}
