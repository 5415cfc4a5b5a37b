import type { DeepReadonly, KubernetesObject, ResourceKind } from "@capstan/contract";
import type { CacheEvent } from "../cache/cache-event.ts";
import type { SourceOptions } from "./for-kind.ts";
import { sourceKey, startInformerSource } from "./informer-source.ts";
import type { Request } from "./request.ts";
import { initialListPriority, type Source } from "./source.ts";

/** Which requests a change of an object asks for. */
export type RequestMapper<T extends KubernetesObject> = (
  object: DeepReadonly<T>,
  previous: DeepReadonly<T> | undefined,
  event: CacheEvent<T>,
) => readonly Request[] | Promise<readonly Request[]>;

/** Options of {@link enqueueMapped}. */
export interface MappedOptions<T extends KubernetesObject> extends SourceOptions<T> {
  /** Distinguishes two mappings of one kind in `Controller.watch`. */
  readonly name?: string;
}

/**
 * Every event of an object of `kind` enqueues what `map` returns. A mapper that fails is logged and called again after a pause, so
 * let it depend on nothing that fails: on the cache, not on requests.
 *
 * @example
 * ```ts
 * import { ConfigMap, createRequest, enqueueMapped } from "@capstan/runtime";
 *
 * export const source = enqueueMapped(ConfigMap, ({ metadata, data }) =>
 *   data?.machine === undefined ? [] : [createRequest(data.machine, metadata.namespace)],
 * );
 * ```
 */
export function enqueueMapped<T extends KubernetesObject>(
  kind: ResourceKind<T>,
  map: RequestMapper<T>,
  options: MappedOptions<T> = {},
): Source {
  return {
    key: `${sourceKey("mapped", kind, options.scope)}:${options.name ?? ""}`,
    start: (context) =>
      startInformerSource(context, kind, options.scope, (event) => {
        if (options.predicate?.(event) === false) return;
        const priority = event.initial === true ? initialListPriority : 0;
        const mapped = map(event.object, event.previous, event);
        const enqueue = (requests: readonly Request[]): void => {
          for (const request of requests) context.enqueue(request, { priority });
        };
        if (!(mapped instanceof Promise)) {
          enqueue(mapped);
          return;
        }
        const enqueued = mapped.then(enqueue);
        // The informer reports a rejection, and delivers the event again.
        context.track(enqueued.catch(() => undefined));
        return enqueued;
      }),
  };
}
