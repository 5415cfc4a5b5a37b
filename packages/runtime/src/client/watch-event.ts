import type { KubernetesObject } from "@capstan/contract";

/** One event of a watch. A bookmark's object has only its kind and `metadata.resourceVersion`. */
export interface WatchEvent<T extends KubernetesObject = KubernetesObject> {
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK";
  readonly object: T;
}

/** Whether an event is the bookmark after the objects that a watch with `sendInitialEvents` begins with. */
export function endsInitialEvents({ type, object }: WatchEvent): boolean {
  return type === "BOOKMARK" && object.metadata.annotations?.["k8s.io/initial-events-end"] === "true";
}
