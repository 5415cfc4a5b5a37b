import type { DeepReadonly, KubernetesObject } from "@capstan/contract";

/** A change of what a cache knows. */
export interface CacheEvent<T extends KubernetesObject = KubernetesObject> {
  /** What happened to the object. */
  readonly type: "added" | "updated" | "deleted";
  /** The object now; for `deleted` the last version seen. */
  readonly object: DeepReadonly<T>;
  /** For `updated`: what it was before. */
  readonly previous?: DeepReadonly<T>;
  /** True for what was there when the informer first listed, or when the listener was added. */
  readonly initial?: boolean;
}
