import type { KubernetesObject } from "@capstan/contract";
import type { ReflectorHandler } from "../watch/reflector.ts";

/** Applies `trim` to every object before `handler` gets it. */
export function trimming<T extends KubernetesObject>(
  handler: ReflectorHandler<T>,
  trim: (object: KubernetesObject) => void,
): ReflectorHandler<T> {
  return {
    known: () => handler.known(),
    listing: () => {
      handler.listing();
    },
    replaced: (items, resourceVersion) => {
      items.forEach(trim);
      handler.replaced(items, resourceVersion);
    },
    changed: (events, resourceVersion) => {
      for (const { object } of events) trim(object);
      handler.changed(events, resourceVersion);
    },
    problem: (error) => {
      handler.problem(error);
    },
  };
}
