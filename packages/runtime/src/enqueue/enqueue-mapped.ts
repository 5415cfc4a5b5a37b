import type { DeepReadonly, KubernetesObject, ResourceKind } from "@capstan/contract";
import type { CacheEvent } from "../cache/cache-event.ts";
import type { SourceOptions } from "./for-kind.ts";
import { sourceKey, startInformerSource } from "./informer-source.ts";
import type { Request } from "./request.ts";
import { initialListPriority, type Source, type SourceContext } from "./source.ts";

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

async function enqueueLater(
  context: SourceContext,
  kind: ResourceKind,
  requests: Promise<readonly Request[]>,
  priority: number,
): Promise<void> {
  try {
    for (const request of await requests) context.enqueue(request, { priority });
  } catch (error) {
    if (!context.signal.aborted)
      context.logger.error("Mapping an event to requests failed", { kind: kind.kind, error });
  }
}

/**
 * Every event of an object of `kind` enqueues what `map` returns. A mapper that fails is logged and the event is lost
 * to this controller, so let it depend on nothing that fails: on the cache, not on requests.
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
        if (mapped instanceof Promise) context.track(enqueueLater(context, kind, mapped, priority));
        else for (const request of mapped) context.enqueue(request, { priority });
      }),
  };
}
