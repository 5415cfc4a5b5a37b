import { FairLine, type Waiting } from "../fairness/fair-line.ts";

/** Empty levels that are kept: a controller uses two or three priorities, again and again. */
const keptLevels = 8;
/** Of this many values one is of the level whose last turn is the longest ago: none waits for ever while others keep coming. */
const turnsOfAll = 4;

interface Level<V> {
  readonly priority: number;
  readonly line: FairLine<V>;
  /** Which of all values was the last that was taken from it, as a number. */
  lastTurn: number;
}

/** A value that waits in {@link PriorityLevels}. */
export interface WaitingInLevel<V> {
  readonly priority: number;
  readonly waiting: Waiting<V>;
}

/**
 * Values that wait, highest priority first, as a rule: of four that are taken, one is of the level that has been passed over for the
 * longest time. Within a level groups take turns, see {@link FairLine}.
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

  /** How many wait, by priority; priorities that nothing has are left out. */
  get sizes(): ReadonlyMap<number, number> {
    const waiting = this.#ordered.filter(({ line }) => line.size > 0);
    return new Map(waiting.map(({ priority, line }) => [priority, line.size]));
  }

  /** @returns what {@link remove} takes. */
  add(group: string, priority: number, value: V): WaitingInLevel<V> {
    this.#size += 1;
    return { priority, waiting: this.#levelOf(priority).line.add(group, value) };
  }

  /** @param waiting - which has been neither taken nor removed. */
  remove({ priority, waiting }: WaitingInLevel<V>): void {
    const level = this.#levels.get(priority);
    if (level === undefined) return;
    level.line.remove(waiting);
    this.#left(level);
  }

  /** Takes the first value of a group that may have a turn; `undefined`: there is none. */
  takeFirst(mayHaveTurn?: (group: string) => boolean): V | undefined {
    if (this.#size === 0) return undefined;
    for (const level of this.#inTurn()) {
      if (level.line.size === 0) continue;
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
    this.#ordered = [...this.#levels.values()].sort((left, right) => right.priority - left.priority);
    return level;
  }

  #left(level: Level<V>): void {
    this.#size -= 1;
    if (level.line.size > 0 || this.#levels.size <= keptLevels) return;
    this.#levels.delete(level.priority);
    this.#ordered = this.#ordered.filter((each) => each !== level);
  }
}
