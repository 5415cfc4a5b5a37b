import type { DeepReadonly, KubernetesObject, ObjectKey, ResourceKind } from "@capstan/contract";
import type { CapstanError } from "@capstan/kube";
import type { CacheEvent } from "./cache-event.ts";
import type { ObjectIndex } from "./object-index.ts";

/**
 * The cached objects of one kind in one scope. One list and watch keeps them current for all users.
 *
 * Objects are shared and must never be changed; their types are read-only, and the cache's `freeze` option enforces it. They have no
 * `metadata.managedFields`, unless an option of the cache keeps a part.
 */
export interface Informer<T extends KubernetesObject = KubernetesObject> {
  /** The kind of its objects. */
  readonly kind: ResourceKind<T>;
  /** The object as last seen; `undefined` if it does not exist. */
  get(key: ObjectKey): DeepReadonly<T> | undefined;
  /** The objects of all namespaces. */
  list(): readonly DeepReadonly<T>[];
  /** The objects of a namespace. `undefined`: the objects without a namespace, never all objects. */
  listIn(namespace: string | undefined): readonly DeepReadonly<T>[];
  /**
   * Adds an index; existing objects are indexed immediately. If the name exists, returns the existing index, so that several users can add
   * the same. If `valuesOf` throws, the error is reported, and the object is not in the index until its next change.
   *
   * @param valuesOf - the values to look an object up by, in addition to its namespace, which every lookup requires.
   */
  addIndex(name: string, valuesOf: (object: DeepReadonly<T>) => readonly string[]): ObjectIndex<T>;
  /**
   * Calls `listener` for every change, after it is stored. Existing objects come first, as `added` and `initial`, before this method
   * returns. A listener that throws neither stops nor delays the others. It gets the event again, combined with later changes of the
   * object: after 100 ms, and after up to 30 s if it throws repeatedly.
   *
   * @returns a function that removes the listener.
   */
  onEvent(listener: (event: CacheEvent<T>) => void): () => void;
  /** Whether the first list has been stored. Stays true if the connection is lost later. */
  readonly synced: boolean;
  /** Why the informer is behind; `undefined` while it is up to date. The informer keeps trying. */
  readonly problem: CapstanError | undefined;
  /** Whether a user can work without this kind if listing it is forbidden: the user waited with `unlessForbidden`. */
  readonly isDispensable: boolean;
  /**
   * Resolves once {@link synced}; rejects when `signal` aborts or the cache stops.
   *
   * While the kind is not served, it waits, or with `unlessNotServed` rejects with `KindNotServedError`. While listing is forbidden, it
   * waits, or with `unlessForbidden` rejects with the `ApiError`.
   */
  waitForSync(
    signal?: AbortSignal,
    options?: { readonly unlessNotServed?: boolean; readonly unlessForbidden?: boolean },
  ): Promise<void>;
}
