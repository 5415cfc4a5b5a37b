import { Cluster, type DeepReadonly, Machine, type ResourceKind } from "@capstan/contract";
import { enqueueMapped, type Cache, type Request, type Source } from "@capstan/runtime";
import type { ProviderRole } from "../definition/contract-fields.ts";
import { configsOfPools } from "./machine-pool-source.ts";
import { requestsOf } from "./machine-source.ts";
import { referredRequest } from "./referred-request.ts";

const byCluster = "capstan-provider/cluster";

/**
 * Wakes all objects of a Cluster when something of the Cluster that matters to them changes (BH-007).
 *
 * @param servesPools - whether objects may be those of MachinePools.
 */
export function clusterSource(role: ProviderRole, kind: ResourceKind, cache: Cache, servesPools: boolean): Source {
  const concerned = role === "InfraCluster" ? infraClusterOf(kind) : machineObjectsOf(role, kind, cache, servesPools);
  return enqueueMapped(Cluster, (cluster, previous) =>
    previous !== undefined && relevant(cluster) === relevant(previous) ? [] : concerned(cluster),
  );
}

function infraClusterOf(kind: ResourceKind) {
  return ({ metadata, spec }: DeepReadonly<Cluster>): Request[] =>
    referredRequest(kind, spec.infrastructureRef, metadata.namespace);
}

function machineObjectsOf(role: ProviderRole, kind: ResourceKind, cache: Cache, servesPools: boolean) {
  const ofPools = servesPools ? configsOfPools(cache, kind) : () => [];
  const machines = cache.informer(Machine);
  machines.addIndex(byCluster, ({ metadata, spec }) => [`${metadata.namespace ?? ""}/${spec.clusterName}`]);
  return ({ metadata }: DeepReadonly<Cluster>): Request[] => {
    const key = `${metadata.namespace ?? ""}/${metadata.name}`;
    const ofMachines = machines.byIndex(byCluster, key).flatMap((machine) => requestsOf(role, kind, machine));
    return [...ofMachines, ...ofPools(metadata.namespace, metadata.name)];
  };
}

/** What providers look at: pausing, endpoint, deletion, initialization, and which conditions hold. */
function relevant({ metadata, spec, status }: DeepReadonly<Cluster>): string {
  return JSON.stringify([
    metadata.uid,
    metadata.labels,
    metadata.annotations,
    metadata.deletionTimestamp,
    spec,
    status?.initialization,
    status?.failureDomains,
    status?.conditions?.map(({ type, status: holds }) => [type, holds]),
  ]);
}
