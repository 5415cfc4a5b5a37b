/** A value's place in a {@link LinkedList}. */
export class Place<V> {
  readonly value: V;
  /** @internal For {@link LinkedList}. */
  before: Place<V> | undefined;
  /** @internal For {@link LinkedList}. */
  after: Place<V> | undefined;

  constructor(value: V) {
    this.value = value;
  }
}

/**
 * Values in the order of their addition, each removed in constant time. A Map or Set does not offer this: finding its first entry skips all
 * removed entries before it, so that emptying one of 200,000 from its front takes seconds.
 */
export class LinkedList<V> {
  #first: Place<V> | undefined;
  #last: Place<V> | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get first(): Place<V> | undefined {
    return this.#first;
  }

  append(place: Place<V>): void {
    place.before = this.#last;
    if (this.#last === undefined) this.#first = place;
    else this.#last.after = place;
    this.#last = place;
    this.#size += 1;
  }

  /** @param place - a place in this list. */
  remove(place: Place<V>): void {
    const { before, after } = place;
    if (before === undefined) this.#first = after;
    else before.after = after;
    if (after === undefined) this.#last = before;
    else after.before = before;
    place.after = undefined;
    this.#size -= 1;
  }
}
