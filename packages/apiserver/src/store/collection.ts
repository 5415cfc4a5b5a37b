import { objectKeyText } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { type Change, type ChangeListener } from "./change.ts";
import { type History } from "./history.ts";

/** The objects of one resource, by namespace and name, with the recent changes to them. */
export class Collection {
  readonly id: string;
  readonly history: History;
  readonly #namespaces = new Map<string, Map<string, ApiObject>>();
  readonly #watchers = new Set<ChangeListener>();
  /** Results of {@link list}, by namespace, until something changes there. */
  readonly #sorted = new Map<string, readonly ApiObject[]>();
  #lastChange: number;

  /** @param revision - the revision of the last change. */
  constructor(id: string, history: History, revision: number) {
    this.id = id;
    this.history = history;
    this.#lastChange = revision;
  }

  /** A copy with the same objects, which are immutable, that is independent from then on; it has no watches. */
  copy(): Collection {
    const copy = new Collection(this.id, this.history.copy(), this.#lastChange);
    for (const [namespace, objects] of this.#namespaces) copy.#namespaces.set(namespace, new Map(objects));
    for (const [namespace, sorted] of this.#sorted) copy.#sorted.set(namespace, sorted);
    return copy;
  }

  /** Revision of the last change; without a change, the initial revision of the store. */
  get lastChange(): number {
    return this.#lastChange;
  }

  get(namespace: string, name: string): ApiObject | undefined {
    return this.#namespaces.get(namespace)?.get(name);
  }

  /** Objects sorted by namespace and name; of all namespaces by default. */
  list(namespace = ""): readonly ApiObject[] {
    let sorted = this.#sorted.get(namespace);
    if (sorted === undefined) {
      sorted = namespace === "" ? this.#listAll() : sortedByName(this.#namespaces.get(namespace));
      this.#sorted.set(namespace, sorted);
    }
    return sorted;
  }

  /** The result of {@link list} at an earlier revision; undefined if it is forgotten. */
  listAt(revision: number, namespace = ""): readonly ApiObject[] | undefined {
    const since = this.history.after(revision);
    if (since === undefined || since.length === 0) return since && this.list(namespace);
    const objects = new Map(this.list(namespace).map((object) => [objectKeyText(object.metadata), object]));
    for (const { object, previous } of since.toReversed()) {
      if (namespace !== "" && object.metadata.namespace !== namespace) continue;
      const key = objectKeyText(object.metadata);
      if (previous === undefined) objects.delete(key);
      else objects.set(key, previous);
    }
    return [...objects].sort(([left], [right]) => order(left, right)).map(([, object]) => object);
  }

  size(namespace: string): number {
    return this.#namespaces.get(namespace)?.size ?? 0;
  }

  watch(listener: ChangeListener): () => void {
    this.#watchers.add(listener);
    return () => this.#watchers.delete(listener);
  }

  apply(change: Change): void {
    if (change.type === "DELETED") this.#remove(change.object);
    else this.set(change.object);
    this.history.add(change);
    this.#lastChange = change.revision;
    for (const watcher of this.#watchers) watcher(change);
  }

  set(object: ApiObject): void {
    const namespace = object.metadata.namespace ?? "";
    let objects = this.#namespaces.get(namespace);
    if (objects === undefined) {
      objects = new Map();
      this.#namespaces.set(namespace, objects);
    }
    objects.set(object.metadata.name, object);
    this.#forgetOrder(namespace);
  }

  #remove(object: ApiObject): void {
    const namespace = object.metadata.namespace ?? "";
    const objects = this.#namespaces.get(namespace);
    objects?.delete(object.metadata.name);
    if (objects?.size === 0) this.#namespaces.delete(namespace);
    this.#forgetOrder(namespace);
  }

  /** In the order of etcd's keys, in which the separator of namespace and name counts. */
  #listAll(): readonly ApiObject[] {
    return [...this.#namespaces.keys()]
      .sort((left, right) => order(`${left}/`, `${right}/`))
      .flatMap((namespace) => (namespace === "" ? sortedByName(this.#namespaces.get("")) : this.list(namespace)));
  }

  #forgetOrder(namespace: string): void {
    this.#sorted.delete(namespace);
    this.#sorted.delete("");
  }
}

function sortedByName(objects: ReadonlyMap<string, ApiObject> | undefined): readonly ApiObject[] {
  return [...(objects?.values() ?? [])].sort((left, right) => order(left.metadata.name, right.metadata.name));
}

function order(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
