import type { DeepReadonly, KubernetesObject, ObjectKey } from "@capstan/contract";
import { compareResourceVersions } from "../watch/resource-version.ts";
import { ObjectMap } from "../watch/object-map.ts";
import type { CacheEvent } from "./cache-event.ts";
import { type ObjectIndex, StoredIndex, type ValuesOf } from "./object-index.ts";

/** Number of remembered deletes; they keep an older version of a deleted object from returning. */
const rememberedDeletes = 1_000;

/** The properties of a list besides its items. */
export interface ListedState<T extends KubernetesObject> {
  readonly resourceVersion: string;
  /** Whether the list would contain the object if it existed. */
  readonly covers: (object: DeepReadonly<T>) => boolean;
  /** Whether the answer to a write of this object arrived while the list was read, so that it may be newer than the list. */
  readonly isConcurrent: (uid: string | undefined) => boolean;
}

function isNewer(candidate: KubernetesObject, than: DeepReadonly<KubernetesObject>): boolean {
  const { resourceVersion: left } = candidate.metadata;
  const { resourceVersion: right } = than.metadata;
  return left === undefined || right === undefined || compareResourceVersions(left, right) > 0;
}

/**
 * The objects of one kind and their indexes. Each method returns the events of its change, and no events for an object older than the
 * stored one: reads and the process's own writes may arrive in any order.
 */
export class ObjectStore<T extends KubernetesObject> {
  readonly #objects = new ObjectMap<DeepReadonly<T>>();
  readonly #onIndexError: (error: unknown) => void;
  readonly #indexes = new Map<string, StoredIndex<T>>();
  /** The version of the delete, by uid, oldest first; `undefined` if the object is deleted permanently. */
  readonly #deleted = new Map<string, string | undefined>();

  /** @param onIndexError - called if the function of an index throws. */
  constructor(onIndexError: (error: unknown) => void) {
    this.#onIndexError = onIndexError;
  }

  get size(): number {
    return this.#objects.size;
  }

  get(key: ObjectKey): DeepReadonly<T> | undefined {
    return this.#objects.get(key);
  }

  values(): IterableIterator<DeepReadonly<T>> {
    return this.#objects.values();
  }

  /** The objects of a namespace; `undefined` for objects without a namespace. */
  valuesIn(namespace: string | undefined): IterableIterator<DeepReadonly<T>> {
    return this.#objects.valuesIn(namespace);
  }

  /** Stores a version from a watch or from the answer to a write. */
  put(object: T): CacheEvent<T>[] {
    if (this.#isDeleted(object)) return [];
    const previous = this.#objects.get(object.metadata);
    const stored = object as DeepReadonly<T>;
    if (previous === undefined) {
      this.#set(stored, undefined);
      return [{ type: "added", object: stored }];
    }
    return isNewer(object, previous) ? this.#exchange(previous, stored) : [];
  }

  /**
   * Removes the object with the uid of its last version `object`; a new object with the same name stays.
   *
   * @param version - the version of the delete. The object may only have left the scope (lost a label), so a later version of it may
   *   return. `undefined`: it is deleted permanently.
   */
  remove(object: T, version: string | undefined): CacheEvent<T>[] {
    const previous = this.#objects.get(object.metadata);
    this.#rememberDelete(object.metadata.uid, version);
    if (previous === undefined || previous.metadata.uid !== object.metadata.uid) return [];
    this.#unset(previous);
    return [{ type: "deleted", object: object as DeepReadonly<T> }];
  }

  /** Removes the object with this key and uid. */
  removeUid(key: ObjectKey, uid: string | undefined): CacheEvent<T>[] {
    const previous = this.#objects.get(key);
    if (previous === undefined || (uid !== undefined && previous.metadata.uid !== uid)) return [];
    return [this.#delete(previous, undefined)];
  }

  /**
   * Replaces the objects that a list covers with those in the list, whatever their versions: a server restored from a backup lists older
   * versions than the stored ones. Events for deleted objects come first.
   */
  replace(items: readonly T[], list: ListedState<T>): CacheEvent<T>[] {
    if (this.#objects.size === 0) return items.flatMap((item) => this.#putListed(item, list));
    const listed = new ObjectMap<T>();
    for (const item of items) listed.set(item.metadata, item);
    const events: CacheEvent<T>[] = [];
    for (const object of [...this.#objects.values()]) {
      if (listed.has(object.metadata) || !list.covers(object)) continue;
      const isLater = compareResourceVersions(object.metadata.resourceVersion ?? "", list.resourceVersion) > 0;
      if (!isLater || !list.isConcurrent(object.metadata.uid)) events.push(this.#delete(object, list.resourceVersion));
    }
    const changes = items.flatMap((item) => this.#putListed(item, list));
    return [
      ...events,
      ...changes.filter(({ type }) => type === "deleted"),
      ...changes.filter(({ type }) => type !== "deleted"),
    ];
  }

  /** Adds an index; if the name exists, returns the existing index, whatever its function. */
  addIndex(name: string, valuesOf: ValuesOf<T>): ObjectIndex<T> {
    const known = this.#indexes.get(name);
    if (known !== undefined) return known;
    const index = new StoredIndex<T>(valuesOf, this.#onIndexError);
    this.#indexes.set(name, index);
    for (const object of this.#objects.values()) index.add(object);
    return index;
  }

  /** Stores an object of a list, unless the answer to one of the process's own writes may be newer than the list. */
  #putListed(item: T, { isConcurrent }: ListedState<T>): CacheEvent<T>[] {
    const { uid, resourceVersion } = item.metadata;
    if (!isConcurrent(uid) && uid !== undefined) this.#deleted.delete(uid);
    const previous = this.#objects.get(item.metadata);
    if (previous === undefined || isConcurrent(uid) || isConcurrent(previous.metadata.uid)) return this.put(item);
    const isSame = previous.metadata.uid === uid && previous.metadata.resourceVersion === resourceVersion;
    if (isSame && resourceVersion !== undefined) return [];
    return this.#exchange(previous, item as DeepReadonly<T>);
  }

  #exchange(previous: DeepReadonly<T>, stored: DeepReadonly<T>): CacheEvent<T>[] {
    if (previous.metadata.uid !== stored.metadata.uid) {
      const gone = this.#delete(previous, undefined);
      this.#set(stored, undefined);
      return [gone, { type: "added", object: stored }];
    }
    this.#set(stored, previous);
    return [{ type: "updated", object: stored, previous }];
  }

  #delete(object: DeepReadonly<T>, version: string | undefined): CacheEvent<T> {
    this.#unset(object);
    this.#rememberDelete(object.metadata.uid, version);
    return { type: "deleted", object };
  }

  #isDeleted({ metadata: { uid, resourceVersion } }: T): boolean {
    if (uid === undefined || !this.#deleted.has(uid)) return false;
    const version = this.#deleted.get(uid);
    return version === undefined || compareResourceVersions(resourceVersion ?? "", version) <= 0;
  }

  #rememberDelete(uid: string | undefined, version: string | undefined): void {
    if (uid === undefined) return;
    // An object that is deleted permanently stays deleted, whatever the watch delivers later.
    const isForGood = this.#deleted.has(uid) && this.#deleted.get(uid) === undefined;
    this.#deleted.set(uid, isForGood ? undefined : version);
    if (this.#deleted.size <= rememberedDeletes) return;
    const [oldest] = this.#deleted.keys();
    if (oldest !== undefined) this.#deleted.delete(oldest);
  }

  #set(object: DeepReadonly<T>, previous: DeepReadonly<T> | undefined): void {
    this.#objects.set(object.metadata, object);
    for (const index of this.#indexes.values()) {
      if (previous !== undefined) index.remove(previous);
      index.add(object);
    }
  }

  #unset(object: DeepReadonly<T>): void {
    this.#objects.delete(object.metadata);
    for (const index of this.#indexes.values()) index.remove(object);
  }
}
