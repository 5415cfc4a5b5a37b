import type { KubernetesObject } from "@capstan/contract";

/** One event of a watch. The object of a bookmark has only its kind and `metadata.resourceVersion`. */
export interface WatchEvent<T extends KubernetesObject = KubernetesObject> {
  /** The type of change; `BOOKMARK` only reports the watch's progress. */
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK";
  /** The current object; for `DELETED`, its last state. */
  readonly object: T;
}

/** The events of one watch, in batches of events that arrived together. */
export interface WatchBatches<T extends KubernetesObject = KubernetesObject> extends AsyncIterable<
  readonly WatchEvent<T>[]
> {
  /**
   * Calls `take` with each batch as it arrives, until the watch ends, breaks (then it rejects), or `take` throws. Cheaper than iteration if
   * events arrive one by one. Optional for clients that wrap another client.
   */
  readonly forEach?: (take: (batch: readonly WatchEvent<T>[]) => void) => Promise<void>;
}

/** Whether an event is the bookmark that ends the initial objects of a watch with `sendInitialEvents`. */
export function endsInitialEvents({ type, object }: WatchEvent): boolean {
  return type === "BOOKMARK" && object.metadata.annotations?.["k8s.io/initial-events-end"] === "true";
}
