import { type Clock, timestamp } from "../clock/clock.ts";
import { stamped } from "../object/stamped.ts";
import { type Store } from "../store/store.ts";
import { bootstrapObjects } from "./objects.generated.ts";

/** Writes missing default roles, bindings and APIServices. */
export function ensureObjects({ store, clock }: { readonly store: Store; readonly clock: Clock }): void {
  const time = timestamp(clock.now());
  for (const [collection, objects] of Object.entries(bootstrapObjects)) {
    for (const object of objects) {
      const { namespace = "", name } = object.metadata;
      if (store.get(collection, namespace, name) === undefined) store.put(collection, stamped(object, time));
    }
  }
}
