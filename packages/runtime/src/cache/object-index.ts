import type { DeepReadonly, KubernetesObject } from "@capstan/contract";

/**
 * An index for looking up an informer's objects by their content, created with `Informer.addIndex`.
 *
 * Every lookup is in one namespace, because the users of a namespace write the content of its objects: the uid of an owner, the name of a
 * Cluster. Objects elsewhere with the same content belong to another tenant.
 */
export interface ObjectIndex<T extends KubernetesObject = KubernetesObject> {
  /**
   * The objects of a namespace that have `value`.
   *
   * @param namespace - `undefined` for a cluster-scoped kind: the objects without a namespace, never those of all.
   */
  in(namespace: string | undefined, value: string): readonly DeepReadonly<T>[];
  /**
   * The objects of every namespace that have `value`: only for questions about all tenants, such as all users of a kind. Looks into each
   * namespace.
   */
  inAllNamespaces(value: string): readonly DeepReadonly<T>[];
}

/** The index values of an object, without its namespace, which the index adds. */
export type ValuesOf<T extends KubernetesObject> = (object: DeepReadonly<T>) => readonly string[];

type ByValue<T extends KubernetesObject> = Map<string, Set<DeepReadonly<T>>>;

/** The {@link ObjectIndex} of an object store, which adds and removes its objects. */
export class StoredIndex<T extends KubernetesObject> implements ObjectIndex<T> {
  readonly #valuesOf: ValuesOf<T>;
  readonly #onError: (error: unknown) => void;
  readonly #namespaces = new Map<string, ByValue<T>>();
  /** The values of each object when it was added. */
  readonly #values = new Map<DeepReadonly<T>, readonly string[]>();

  /** @param onError - called if `valuesOf` throws; the object is not in the index until its next change. */
  constructor(valuesOf: ValuesOf<T>, onError: (error: unknown) => void) {
    this.#valuesOf = valuesOf;
    this.#onError = onError;
  }

  in(namespace: string | undefined, value: string): readonly DeepReadonly<T>[] {
    return [...(this.#namespaces.get(namespace ?? "")?.get(value) ?? [])];
  }

  inAllNamespaces(value: string): readonly DeepReadonly<T>[] {
    return [...this.#namespaces.values()].flatMap((byValue) => [...(byValue.get(value) ?? [])]);
  }

  /** The number of objects, namespaces and values that the index holds. */
  get size(): number {
    return [...this.#namespaces.values()].reduce((sum, byValue) => sum + 1 + byValue.size, this.#values.size);
  }

  add(object: DeepReadonly<T>): void {
    const values = this.#read(object);
    if (values.length === 0) return;
    this.#values.set(object, values);
    const byValue = this.#ofNamespace(object);
    for (const value of values) {
      const entry = byValue.get(value);
      if (entry === undefined) byValue.set(value, new Set([object]));
      else entry.add(object);
    }
  }

  remove(object: DeepReadonly<T>): void {
    const values = this.#values.get(object);
    if (values === undefined) return;
    this.#values.delete(object);
    const byValue = this.#ofNamespace(object);
    for (const value of values) {
      const entry = byValue.get(value);
      entry?.delete(object);
      if (entry?.size === 0) byValue.delete(value);
    }
    if (byValue.size === 0) this.#namespaces.delete(object.metadata.namespace ?? "");
  }

  #ofNamespace({ metadata: { namespace = "" } }: DeepReadonly<T>): ByValue<T> {
    const known = this.#namespaces.get(namespace);
    const byValue: ByValue<T> = known ?? new Map<string, Set<DeepReadonly<T>>>();
    if (known === undefined) this.#namespaces.set(namespace, byValue);
    return byValue;
  }

  /** The function belongs to a user: its errors must not leave an object half stored. */
  #read(object: DeepReadonly<T>): readonly string[] {
    try {
      return this.#valuesOf(object);
    } catch (error) {
      this.#onError(error);
      return [];
    }
  }
}
