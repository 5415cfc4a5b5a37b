import type { DeepReadonly, ResourceKind } from "@capstan/contract";
import { type Cache, enqueueMapped, type Request, type Source } from "@capstan/runtime";
import { MachinePool } from "../machine-pool/machine-pool.ts";

const byCluster = "capstan-provider/cluster";

/** Wakes the bootstrap config that a MachinePool refers to when something of the pool that matters changes. */
export function machinePoolSource(kind: ResourceKind): Source {
  return enqueueMapped(MachinePool, (pool, previous) =>
    previous !== undefined && relevant(pool) === relevant(previous) ? [] : requestsOf(kind, pool),
  );
}

/** The configs of `kind` that the MachinePools of a Cluster refer to. */
export function configsOfPools(cache: Cache) {
  const pools = cache.informer(MachinePool);
  pools.addIndex(byCluster, ({ metadata, spec }) => [`${metadata.namespace ?? ""}/${spec.clusterName}`]);
  return (kind: ResourceKind, clusterKey: string): Request[] =>
    pools.byIndex(byCluster, clusterKey).flatMap((pool) => requestsOf(kind, pool));
}

function requestsOf(kind: ResourceKind, { metadata, spec }: DeepReadonly<MachinePool>): Request[] {
  const reference = spec.template.spec.bootstrap.configRef;
  if (reference?.kind !== kind.kind || reference.apiGroup !== kind.group) return [];
  const { namespace } = metadata;
  return [namespace === undefined ? { name: reference.name } : { name: reference.name, namespace }];
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
