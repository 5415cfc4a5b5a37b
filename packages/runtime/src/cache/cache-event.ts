import type { DeepReadonly, KubernetesObject } from "@capstan/contract";

/** A change in a cache. */
export interface CacheEvent<T extends KubernetesObject = KubernetesObject> {
  /** The type of change. */
  readonly type: "added" | "updated" | "deleted";
  /** The object now; for `deleted`, its last version. */
  readonly object: DeepReadonly<T>;
  /** For `updated`: the object before the change. */
  readonly previous?: DeepReadonly<T>;
  /** True for objects that existed when the informer first listed, or when the listener was added. */
  readonly initial?: boolean;
}
