import type { ObjectKey } from "@capstan/contract";

/** Values by namespace and name. The nested maps reuse the objects' own strings as keys. */
export class ObjectMap<V> {
  readonly #namespaces = new Map<string, Map<string, V>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get({ namespace = "", name }: ObjectKey): V | undefined {
    return this.#namespaces.get(namespace)?.get(name);
  }

  has(key: ObjectKey): boolean {
    return this.get(key) !== undefined;
  }

  set({ namespace = "", name }: ObjectKey, value: V): void {
    const known = this.#namespaces.get(namespace);
    const names = known ?? new Map<string, V>();
    if (known === undefined) this.#namespaces.set(namespace, names);
    const before = names.size;
    names.set(name, value);
    this.#size += names.size - before;
  }

  delete({ namespace = "", name }: ObjectKey): void {
    const names = this.#namespaces.get(namespace);
    if (names?.delete(name) !== true) return;
    this.#size -= 1;
    if (names.size === 0) this.#namespaces.delete(namespace);
  }

  clear(): void {
    this.#namespaces.clear();
    this.#size = 0;
  }

  *valuesIn(namespace: string | undefined): IterableIterator<V> {
    yield* this.#namespaces.get(namespace ?? "")?.values() ?? [];
  }

  *values(): IterableIterator<V> {
    for (const names of this.#namespaces.values()) yield* names.values();
  }
}
