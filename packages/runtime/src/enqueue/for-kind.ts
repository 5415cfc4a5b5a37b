import type { KubernetesObject, ResourceKind } from "@capstan/contract";
import type { Scope } from "../client/client.ts";
import { sourceKey, startInformerSource } from "./informer-source.ts";
import type { Predicate } from "./predicate.ts";
import { requestFor } from "./request.ts";
import { startResync } from "./resync.ts";
import { initialListPriority, type Source } from "./source.ts";

/** Options of the sources that follow a kind. */
export interface SourceOptions<T extends KubernetesObject> {
  /** Selects events. Default: all. */
  readonly predicate?: Predicate<T>;
  /** The watched part of the kind. Default: every object, within the cache's namespaces. */
  readonly scope?: Scope;
}

/**
 * The source of the controller's own kind: every event of an object enqueues that object. The manager's watch filter applies, also to
 * requests from other sources.
 *
 * @example
 * ```ts
 * import { ConfigMap, forKind, hasLabel } from "@capstan/runtime";
 *
 * export const source = forKind(ConfigMap, { predicate: hasLabel("example.com/greet") });
 * ```
 */
export function forKind<T extends KubernetesObject>(kind: ResourceKind<T>, options: SourceOptions<T> = {}): Source {
  return {
    key: sourceKey("for", kind, options.scope),
    own: { kind, ...(options.scope === undefined ? {} : { scope: options.scope }) },
    start: (context) => {
      const { ownKindPredicate } = context;
      if (ownKindPredicate !== undefined) {
        const informer = context.cache.informer(kind, options.scope);
        context.restrict((request) => {
          const object = informer.get(request);
          return object === undefined || ownKindPredicate({ type: "updated", object });
        });
      }
      const isWanted: Predicate<T> = (event) =>
        options.predicate?.(event) !== false && ownKindPredicate?.(event) !== false;
      const source = startInformerSource(context, kind, options.scope, (event) => {
        if (!isWanted(event)) return;
        context.enqueue(requestFor(event.object), {
          priority: event.initial === true ? initialListPriority : 0,
        });
      });
      const stopResync = startResync(context, context.cache.informer(kind, options.scope), isWanted);
      return {
        ready: source.ready,
        stop: () => {
          stopResync();
          source.stop();
        },
      };
    },
  };
}
