import { LinkedList, Place } from "./linked-list.ts";

interface Group<V> {
  readonly name: string;
  readonly waiting: LinkedList<V>;
}

/** A waiting value in a {@link FairLine}. */
export interface Waiting<V> {
  readonly group: Place<Group<V>>;
  readonly place: Place<V>;
}

/**
 * A queue in which groups take turns; within a group, the first value comes first. Adding and removing take constant time; taking costs the
 * same for each group that is passed over.
 */
export class FairLine<V> {
  readonly #groups = new Map<string, Place<Group<V>>>();
  /** Groups with waiting values, the next one first. */
  readonly #turns = new LinkedList<Group<V>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The number of groups with waiting values. */
  get groups(): number {
    return this.#turns.size;
  }

  /** @returns the argument for {@link remove}. */
  add(group: string, value: V): Waiting<V> {
    const waiting = { group: this.#groupOf(group), place: new Place(value) };
    waiting.group.value.waiting.append(waiting.place);
    this.#size += 1;
    return waiting;
  }

  /** @param waiting - a value that was neither taken nor removed. */
  remove({ group, place }: Waiting<V>): void {
    group.value.waiting.remove(place);
    this.#size -= 1;
    if (group.value.waiting.size > 0) return;
    this.#turns.remove(group);
    this.#groups.delete(group.value.name);
  }

  /** Takes the first value of the first group that may have a turn, and moves that group to the end; `undefined` if there is none. */
  take(mayHaveTurn: (group: string) => boolean = () => true): V | undefined {
    for (let group = this.#turns.first; group !== undefined; group = group.after) {
      const place = group.value.waiting.first;
      if (place === undefined || !mayHaveTurn(group.value.name)) continue;
      this.#turns.remove(group);
      this.#turns.append(group);
      this.remove({ group, place });
      return place.value;
    }
    return undefined;
  }

  #groupOf(name: string): Place<Group<V>> {
    const known = this.#groups.get(name);
    if (known !== undefined) return known;
    const added = new Place<Group<V>>({ name, waiting: new LinkedList() });
    this.#groups.set(name, added);
    this.#turns.append(added);
    return added;
  }
}
