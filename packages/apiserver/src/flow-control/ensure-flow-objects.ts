import { type Clock, timestamp } from "../clock/clock.ts";
import { stamped } from "../object/api-object.ts";
import { type Store } from "../store/store.ts";
import { collectionOf, flowObjects } from "./flow-objects.ts";

/** Writes missing default FlowSchemas and PriorityLevelConfigurations. */
export function ensureFlowObjects({ store, clock }: { readonly store: Store; readonly clock: Clock }): void {
  const time = timestamp(clock.now());
  for (const object of flowObjects) {
    const collection = collectionOf(object);
    if (store.get(collection, "", object.metadata.name) === undefined) store.put(collection, stamped(object, time));
  }
}
