import type { DeepReadonly, KubernetesObject } from "@capstan/contract";
import { deepCopy } from "@capstan/kube";

/** A provider object of any kind, as the lifecycle handles it: the author's fields are opaque. */
export interface StoredObject extends KubernetesObject {
  spec: object;
  status?: object;
}

/** {@link StoredObject} as the cache returns it. */
export type CachedObject = DeepReadonly<StoredObject>;

/** A mutable copy of an object in the cache. */
export function draftOf(object: CachedObject): StoredObject {
  return deepCopy<StoredObject>(object);
}
