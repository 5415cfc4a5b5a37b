import type { ResourceKind } from "@capstan/contract";
import { CustomResourceDefinition } from "../kubernetes/custom-resource-definition.ts";
import { readyOf } from "./informer-source.ts";
import type { RunningSource, Source } from "./source.ts";

/**
 * A source for a kind that might not be installed: it starts once the CustomResourceDefinition of `kind` exists. Until then it costs one
 * watch of that definition, and no requests while nothing changes.
 *
 * Requires list and watch on that `customresourcedefinitions` object (`resourceNames` suffices).
 *
 * @example
 * ```ts
 * import { defineKind, forKind, whenServed } from "@capstan/runtime";
 *
 * const Gateway = defineKind({ group: "gateway.networking.k8s.io", version: "v1", kind: "Gateway", plural: "gateways", namespaced: true });
 * export const source = whenServed(Gateway, forKind(Gateway)); // does nothing where Gateways are not installed
 * ```
 */
export function whenServed(kind: ResourceKind, source: Source): Source {
  return {
    key: `${source.key}:when-served`,
    ...(source.own === undefined ? {} : { own: source.own }),
    start: (context) => {
      const definition = context.cache.informer(CustomResourceDefinition, {
        fieldSelector: `metadata.name=${kind.plural}.${kind.group}`,
        metadataOnly: true,
      });
      let running: RunningSource | undefined;
      const stop = definition.onEvent(({ type }) => {
        if (type !== "deleted") running ??= source.start(context);
      });
      return {
        ready: readyOf(definition, context).then(() => running?.ready),
        stop: () => {
          stop();
          running?.stop();
        },
      };
    },
  };
}
