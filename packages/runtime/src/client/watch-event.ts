import type { KubernetesObject } from "@capstan/contract";

/** One event of a watch. A bookmark's object has only its kind and `metadata.resourceVersion`. */
export interface WatchEvent<T extends KubernetesObject = KubernetesObject> {
  /** What happened; `BOOKMARK` says only how far the watch has come. */
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK";
  /** The object as it is now; if it was deleted, as it was last. */
  readonly object: T;
}

/** The events of one watch, in batches: those that came together. */
export interface WatchBatches<T extends KubernetesObject = KubernetesObject> extends AsyncIterable<
  readonly WatchEvent<T>[]
> {
  /**
   * Calls `take` with each batch as it comes, until the watch ends, breaks (then it rejects), or `take` throws: cheaper than an
   * iteration, where events come one by one. Clients that wrap another need not have it.
   */
  readonly forEach?: (take: (batch: readonly WatchEvent<T>[]) => void) => Promise<void>;
}

/** Whether an event is the bookmark after the objects that a watch with `sendInitialEvents` begins with. */
export function endsInitialEvents({ type, object }: WatchEvent): boolean {
  return type === "BOOKMARK" && object.metadata.annotations?.["k8s.io/initial-events-end"] === "true";
}
