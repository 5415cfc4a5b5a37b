import { type DeepReadonly, groupOfApiVersion, labels, MachinePool, type ResourceKind } from "@capstan/contract";
import { type Cache, enqueueMapped, type Request, requestFor, type Source, whenServed } from "@capstan/runtime";
import { referredRequest } from "./referred-request.ts";

const ofPools = "capstan-provider/of-pools";

/**
 * Wakes the bootstrap config that a MachinePool refers to when something of the pool that matters changes. A management
 * cluster need not have the kind.
 */
export function machinePoolSource(kind: ResourceKind): Source {
  return whenServed(
    MachinePool,
    enqueueMapped(MachinePool, (pool, previous) =>
      previous !== undefined && relevant(pool) === relevant(previous)
        ? []
        : referredRequest(kind, pool.spec.template.spec.bootstrap.configRef, pool.metadata.namespace),
    ),
  );
}

/** The configs of `kind` that belong to MachinePools of a Cluster. Told by the configs, since there may be no MachinePools. */
export function configsOfPools(cache: Cache, kind: ResourceKind) {
  const configs = cache.informer(kind);
  configs.addIndex(ofPools, ({ metadata: { namespace, ownerReferences } }) =>
    ownerReferences?.some(
      (owner) => owner.kind === MachinePool.kind && groupOfApiVersion(owner.apiVersion) === MachinePool.group,
    )
      ? [namespace ?? ""]
      : [],
  );
  return (namespace: string | undefined, cluster: string): Request[] =>
    configs
      .byIndex(ofPools, namespace ?? "")
      .filter(({ metadata }) => (metadata.labels?.[labels.clusterName] ?? cluster) === cluster)
      .map(requestFor);
}

function relevant({ metadata, spec, status }: DeepReadonly<MachinePool>): string {
  return JSON.stringify([
    metadata.uid,
    metadata.labels,
    metadata.annotations,
    metadata.deletionTimestamp,
    spec,
    status?.nodeRefs,
  ]);
}
