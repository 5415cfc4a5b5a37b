import { type ApiObject, withMetadata } from "../object/api-object.ts";
import { type Change, type ChangeListener, type Snapshot } from "./change.ts";
import { Collection } from "./collection.ts";
import { History } from "./history.ts";

/**
 * All objects, in their storage version, under one counter of resource versions.
 * A write is complete, and every listener has seen it, when the method returns. If it throws, nothing was written.
 */
export class Store {
  readonly #collections = new Map<string, Collection>();
  readonly #listeners = new Set<ChangeListener>();
  #journal: ChangeListener | undefined;
  readonly #historyLimit: number;
  #revision: number;
  /** History begins after this revision. */
  #floor: number;

  /** @param from - the initial state, which has no history. */
  constructor(from: Snapshot, options: { readonly historyLimit?: number } = {}) {
    this.#revision = from.revision;
    this.#floor = this.#revision;
    this.#historyLimit = options.historyLimit ?? 10_000;
    for (const { collection, object } of from.objects) this.collection(collection).set(object);
  }

  /** A copy with the same objects and history that is independent from then on; it has no journal. */
  copy(): Store {
    const copy = new Store({ revision: this.#revision, objects: [] }, { historyLimit: this.#historyLimit });
    copy.#floor = this.#floor;
    for (const [id, collection] of this.#collections) copy.#collections.set(id, collection.copy());
    return copy;
  }

  /** The resourceVersion of the last write. */
  get revision(): number {
    return this.#revision;
  }

  /** The objects of one resource, named `plural.group` (`secrets.` for the core group). */
  collection(id: string): Collection {
    let collection = this.#collections.get(id);
    if (collection === undefined) {
      collection = new Collection(id, new History(this.#historyLimit, this.#floor), this.#floor);
      this.#collections.set(id, collection);
    }
    return collection;
  }

  collections(): Iterable<Collection> {
    return this.#collections.values();
  }

  get(id: string, namespace: string, name: string): ApiObject | undefined {
    return this.#collections.get(id)?.get(namespace, name);
  }

  /** Adds or replaces an object; the returned object has its new resourceVersion. */
  put(id: string, object: ApiObject): ApiObject {
    const collection = this.collection(id);
    const previous = collection.get(object.metadata.namespace ?? "", object.metadata.name);
    const stored = this.#nextRevision(object);
    this.#commit(collection, {
      type: previous === undefined ? "ADDED" : "MODIFIED",
      collection: id,
      revision: this.#revision,
      object: stored,
      previous,
    });
    return stored;
  }

  /** Removes the object; `last` is its final state, as watches see it. */
  delete(id: string, last: ApiObject): ApiObject {
    const collection = this.collection(id);
    const previous = collection.get(last.metadata.namespace ?? "", last.metadata.name);
    const object = this.#nextRevision(last);
    this.#commit(collection, { type: "DELETED", collection: id, revision: this.#revision, object, previous });
    return object;
  }

  /** The current state. */
  snapshot(): Snapshot {
    const objects = [...this.#collections.values()].flatMap((collection) =>
      collection.list().map((object) => ({ collection: collection.id, object })),
    );
    return { revision: this.#revision, objects };
  }

  /** Calls `write` first for every change. If it throws, the change does not happen. */
  keepJournal(write: ChangeListener): void {
    this.#journal = write;
  }

  subscribe(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Forgets the history: watches that resume before now get the error that their resourceVersion is too old. */
  compact(): void {
    this.#floor = this.#revision;
    for (const collection of this.#collections.values()) collection.history.forget(this.#revision);
  }

  #nextRevision(object: ApiObject): ApiObject {
    this.#revision += 1;
    return withMetadata(object, { resourceVersion: String(this.#revision) });
  }

  #commit(collection: Collection, change: Change): void {
    this.#journal?.(change);
    collection.apply(change);
    for (const listener of this.#listeners) listener(change);
  }
}
