import { type DeepReadonly, labels, MachinePool, ownerOfKind, type ResourceKind } from "@capstan/contract";
import { type Cache, enqueueMapped, type Request, requestFor, type Source, whenServed } from "@capstan/runtime";
import { referredRequest, type ReferenceOf } from "./referred-request.ts";

/**
 * Wakes the object of `kind` that a MachinePool refers to when a relevant field of the pool changes. The management cluster need not have
 * MachinePools.
 */
export function machinePoolSource(kind: ResourceKind, referenceOf: ReferenceOf<MachinePool>): Source {
  return whenServed(
    MachinePool,
    enqueueMapped(MachinePool, (pool, previous) =>
      previous !== undefined && relevant(pool) === relevant(previous)
        ? []
        : referredRequest(kind, referenceOf(pool), pool.metadata.namespace),
    ),
  );
}

/**
 * Returns the objects of `kind` that belong to MachinePools of a Cluster. It uses their owner references, because the management cluster
 * may have no MachinePools.
 */
export function objectsOfPools(cache: Cache, kind: ResourceKind) {
  const objects = cache.informer(kind);
  const byOwner = objects.addIndex("capstan-provider/kind-of-owner", (object) =>
    ownerOfKind(object, MachinePool.group, MachinePool.kind) === undefined ? [] : [MachinePool.kind],
  );
  return (namespace: string | undefined, cluster: string): Request[] =>
    byOwner
      .in(namespace, MachinePool.kind)
      .filter(({ metadata }) => (metadata.labels?.[labels.clusterName] ?? cluster) === cluster)
      .map(requestFor);
}

/** The list of machines is omitted: it is a copy of the InfraMachinePool's, so waking the InfraMachinePool would only cause a loop. */
function relevant({ metadata, spec, status }: DeepReadonly<MachinePool>): string {
  return JSON.stringify([
    metadata.uid,
    metadata.labels,
    metadata.annotations,
    metadata.deletionTimestamp,
    { ...spec, providerIDList: undefined },
    status?.nodeRefs,
  ]);
}
