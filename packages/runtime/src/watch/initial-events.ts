import type { KubernetesObject } from "@capstan/contract";
import { endsInitialEvents, type WatchEvent } from "../client/watch-event.ts";
import { ObjectMap } from "./object-map.ts";

/** The initial events of a watch with `sendInitialEvents`, as a list. */
export interface InitialList<T extends KubernetesObject> {
  readonly items: readonly T[];
  readonly resourceVersion: string;
  /** The events after the list. */
  readonly rest: readonly WatchEvent<T>[];
}

/** Collects the initial events of a watch until they are complete. Changes may come in between. */
export class InitialEvents<T extends KubernetesObject> {
  readonly #objects = new ObjectMap<T>();

  /** @returns the list, once it is complete. */
  take(batch: readonly WatchEvent<T>[]): InitialList<T> | undefined {
    for (const [index, event] of batch.entries()) {
      const { type, object } = event;
      if (endsInitialEvents(event)) {
        const { resourceVersion = "" } = object.metadata;
        const items = [...this.#objects.values()];
        // The watch continues, and must not keep objects that the cache may drop.
        this.#objects.clear();
        return { items, resourceVersion, rest: batch.slice(index + 1) };
      }
      if (type === "DELETED") this.#objects.delete(object.metadata);
      else if (type !== "BOOKMARK") this.#objects.set(object.metadata, object);
    }
    return undefined;
  }
}
