import { Cluster, clustersReserving, type DeepReadonly, type ObjectKey } from "@capstan/contract";
import type { Cache } from "@capstan/runtime";

/**
 * The Cluster that reserves the name of a Secret, for its kubeconfig or one of its certificates. Any Cluster of the namespace counts, not
 * only the caller's.
 */
export async function clusterReserving(
  cache: Cache,
  { name, namespace }: ObjectKey,
): Promise<DeepReadonly<Cluster> | undefined> {
  for (const clusterName of clustersReserving(name)) {
    const cluster = await cache.get(Cluster, { name: clusterName, namespace });
    if (cluster !== undefined) return cluster;
  }
  return undefined;
}
