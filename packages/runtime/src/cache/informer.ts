import type { DeepReadonly, KubernetesObject, ObjectKey, ResourceKind } from "@capstan/contract";
import type { CapstanError } from "@capstan/kube";
import type { CacheEvent } from "./cache-event.ts";
import type { ObjectIndex } from "./object-index.ts";

/**
 * What the cache knows about one kind in one scope, kept current by one list and watch however many use it.
 *
 * Objects are shared and must never be changed; the types say so, and the cache's `freeze` option enforces it. They have no
 * `metadata.managedFields`, unless an option of the cache keeps some of it.
 */
export interface Informer<T extends KubernetesObject = KubernetesObject> {
  /** The kind of its objects. */
  readonly kind: ResourceKind<T>;
  /** The object as it was last seen; undefined if there is none. */
  get(key: ObjectKey): DeepReadonly<T> | undefined;
  /** The objects of all namespaces. */
  list(): readonly DeepReadonly<T>[];
  /** The objects of a namespace. `undefined`: those that are in none, never all. */
  listIn(namespace: string | undefined): readonly DeepReadonly<T>[];
  /**
   * Adds an index; existing objects are indexed at once. Adding a name that exists replaces nothing and gives the index that there
   * is, so that several users may add the same. If `valuesOf` throws, that is reported, and the index has the object from its next
   * change on.
   *
   * @param valuesOf - what to look an object up by, besides its namespace, which every lookup asks for.
   */
  addIndex(name: string, valuesOf: (object: DeepReadonly<T>) => readonly string[]): ObjectIndex<T>;
  /**
   * Calls `listener` for every change, after the store has it. What is known already comes first, as `added` and `initial`, before
   * this returns. A listener that throws neither stops nor delays the others, and gets the event again, with what has
   * happened to the object since then: after 100 ms, and after 30 s at most if it throws again and again.
   *
   * @returns a function that ends it.
   */
  onEvent(listener: (event: CacheEvent<T>) => void): () => void;
  /** Whether the first list has been stored. Stays true when the connection is lost later. */
  readonly synced: boolean;
  /** Why the informer is not up to date now; `undefined` while it is. The informer keeps trying. */
  readonly problem: CapstanError | undefined;
  /** Whether a user of it can do without when the kind may not be listed: it waited with `unlessForbidden`. */
  readonly isDispensable: boolean;
  /**
   * Resolves once {@link synced}; rejects when `signal` aborts or the cache stops.
   *
   * A kind that is not served is waited for, or with `unlessNotServed` rejected with `KindNotServedError`; one that may not be
   * listed is waited for, too, or with `unlessForbidden` rejected with the `ApiError`.
   */
  waitForSync(
    signal?: AbortSignal,
    options?: { readonly unlessNotServed?: boolean; readonly unlessForbidden?: boolean },
  ): Promise<void>;
}
