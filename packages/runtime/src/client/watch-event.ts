import type { KubernetesObject } from "@capstan/contract";

/** One event of a watch. A bookmark's object has only its kind and `metadata.resourceVersion`. */
export interface WatchEvent<T extends KubernetesObject = KubernetesObject> {
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK";
  readonly object: T;
}
