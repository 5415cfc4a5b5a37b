import type { DeepReadonly, KubernetesObject, ResourceKind } from "@capstan/contract";
import { groupOfApiVersion } from "@capstan/kube";
import { sourceKey, startInformerSource } from "./informer-source.ts";
import type { SourceOptions } from "./for-kind.ts";
import { createRequest, type Request, requestKey } from "./request.ts";
import { initialListPriority, type Source } from "./source.ts";

/** Which owners count. */
export interface OwnerFilter {
  /** API group of the owner; any version counts. */
  readonly group: string;
  /** The kind of the owner: `Machine`. */
  readonly ownerKind: string;
  /** Only the owner that is the controller. Default false: every owner of the kind. */
  readonly controllerOnly?: boolean;
  /** Whether the owner kind is namespaced. Default true. */
  readonly namespaced?: boolean;
}

/** The owners of an object that pass the filter: pure. */
function ownersOf(object: DeepReadonly<KubernetesObject>, filter: OwnerFilter): Request[] {
  return (object.metadata.ownerReferences ?? [])
    .filter(({ apiVersion, kind, controller }) => {
      const isOwner = groupOfApiVersion(apiVersion) === filter.group && kind === filter.ownerKind;
      return isOwner && (filter.controllerOnly !== true || controller === true);
    })
    .flatMap(({ name }) => requestIn(name, object.metadata.namespace, filter));
}

/** An owner in a namespace owns nothing outside of it: an object of the whole cluster has no such owner. */
function requestIn(name: string, namespace: string | undefined, filter: OwnerFilter): Request[] {
  if (filter.namespaced === false) return [createRequest(name)];
  return namespace === undefined ? [] : [createRequest(name, namespace)];
}

/**
 * Every event of an object of `kind` enqueues its owners, those it had before the change included: in the namespace of the object,
 * whatever its references say. A request is a name, and no proof: what is owned is asked of `isOwnedBy`.
 *
 * @example
 * ```ts
 * import { ConfigMap, enqueueForOwner } from "@capstan/runtime";
 *
 * // A ConfigMap that changes has its owner reconciled.
 * export const source = enqueueForOwner(ConfigMap, { ownerKind: "HelloMachine", group: "infrastructure.cluster.x-k8s.io" });
 * ```
 */
export function enqueueForOwner<T extends KubernetesObject>(
  kind: ResourceKind<T>,
  filter: OwnerFilter,
  options: SourceOptions<T> = {},
): Source {
  return {
    key: `${sourceKey("owner", kind, options.scope)}:${filter.ownerKind}.${filter.group}`,
    start: (context) =>
      startInformerSource(context, kind, options.scope, (event) => {
        if (options.predicate?.(event) === false) return;
        const now = ownersOf(event.object, filter);
        const before = event.previous === undefined ? [] : ownersOf(event.previous, filter);
        const requests = new Map([...before, ...now].map((request) => [requestKey(request), request]));
        for (const request of requests.values()) {
          context.enqueue(request, { priority: event.initial === true ? initialListPriority : 0 });
        }
      }),
  };
}
