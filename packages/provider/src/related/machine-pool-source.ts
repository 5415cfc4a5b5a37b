import { type DeepReadonly, labels, MachinePool, ownerOfKind, type ResourceKind } from "@capstan/contract";
import { type Cache, enqueueMapped, type Request, requestFor, type Source, whenServed } from "@capstan/runtime";
import { referredRequest, type ReferenceOf } from "./referred-request.ts";

/**
 * Wakes the object of `kind` that a MachinePool refers to when something of the pool that matters changes. A management cluster may
 * lack MachinePools.
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

/** The objects of `kind` that belong to MachinePools of a Cluster: by their owner references, since there may be no MachinePools. */
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

/** Its list of machines is a copy of what an InfraMachinePool has; waking that for it would only cause a loop. */
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
