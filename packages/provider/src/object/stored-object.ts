import type { DeepReadonly, KubernetesObject } from "@capstan/contract";
import { deepCopy } from "@capstan/kube";

/** A provider object of any kind, as the lifecycle handles it: the author's fields are opaque to it. */
export interface StoredObject extends KubernetesObject {
  spec: object;
  status?: object;
}

/** {@link StoredObject} as the cache hands it out. */
export type CachedObject = DeepReadonly<StoredObject>;

/** A copy that may be changed; what the cache hands out may not. */
export function draftOf(object: CachedObject): StoredObject {
  return deepCopy<StoredObject>(object);
}
