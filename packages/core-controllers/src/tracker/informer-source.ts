import { type DeepReadonly, type KubernetesObject } from "@capstan/contract";
import { type Informer, type Request, type Source } from "@capstan/runtime";

/** A source over an informer of a limited scope, for example of objects with a certain label. */
export function informerSource<T extends KubernetesObject>(
  key: string,
  informer: Informer<T>,
  map: (object: DeepReadonly<T>) => readonly Request[],
): Source {
  return {
    key,
    start: (context) => ({
      ready: informer.waitForSync(context.signal),
      stop: informer.onEvent(({ object }) => {
        for (const request of map(object)) context.enqueue(request);
      }),
    }),
  };
}
