import type { DeepReadonly, KubernetesObject, ResourceKind } from "@capstan/contract";
import type { CacheEvent } from "../cache/cache-event.ts";
import type { SourceOptions } from "./for-kind.ts";
import { sourceKey, startInformerSource } from "./informer-source.ts";
import type { Request } from "./request.ts";
import { initialListPriority, type Source } from "./source.ts";

/** Maps a changed object to requests. */
export type RequestMapper<T extends KubernetesObject> = (
  object: DeepReadonly<T>,
  previous: DeepReadonly<T> | undefined,
  event: CacheEvent<T>,
) => readonly Request[] | Promise<readonly Request[]>;

/** Options of {@link enqueueMapped}. */
export interface MappedOptions<T extends KubernetesObject> extends SourceOptions<T> {
  /** Distinguishes mappings of the same kind in `Controller.watch`. */
  readonly name?: string;
}

/**
 * Every event of an object of `kind` enqueues the requests that `map` returns. A mapper that fails is logged and called again after a
 * pause, so base it on the cache, which does not fail, and not on API requests.
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
        // The informer reports the rejection, and delivers the event again.
        context.track(enqueued.catch(() => undefined));
        return enqueued;
      }),
  };
}
