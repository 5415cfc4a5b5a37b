import type { DeepReadonly, KubernetesObject, ResourceKind } from "@capstan/contract";
import { groupOfApiVersion } from "@capstan/kube";
import { sourceKey, startInformerSource } from "./informer-source.ts";
import type { SourceOptions } from "./for-kind.ts";
import { createRequest, type Request, requestKey } from "./request.ts";
import { initialListPriority, type Source } from "./source.ts";

/** Selects owners. */
export interface OwnerFilter {
  /** The API group of the owner, in any version. */
  readonly group: string;
  /** The kind of the owner: `Machine`. */
  readonly ownerKind: string;
  /** Whether to select only the owner that is the controller. Default false: every owner of the kind. */
  readonly controllerOnly?: boolean;
  /** Whether the owner kind is namespaced. Default true. */
  readonly namespaced?: boolean;
}

/** The owners of an object that pass the filter. Pure. */
function ownersOf(object: DeepReadonly<KubernetesObject>, filter: OwnerFilter): Request[] {
  return (object.metadata.ownerReferences ?? [])
    .filter(({ apiVersion, kind, controller }) => {
      const isOwner = groupOfApiVersion(apiVersion) === filter.group && kind === filter.ownerKind;
      return isOwner && (filter.controllerOnly !== true || controller === true);
    })
    .flatMap(({ name }) => requestIn(name, object.metadata.namespace, filter));
}

/** A namespaced owner owns only objects in its namespace, so a cluster-scoped object has no such owner. */
function requestIn(name: string, namespace: string | undefined, filter: OwnerFilter): Request[] {
  if (filter.namespaced === false) return [createRequest(name)];
  return namespace === undefined ? [] : [createRequest(name, namespace)];
}

/**
 * Every event of an object of `kind` enqueues its owners, including those before the change. Owners are looked up in the object's
 * namespace, whatever the references say. A request is only a name: check ownership with `isOwnedBy`.
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
