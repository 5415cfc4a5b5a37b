import { Cluster, type DeepReadonly, type ResourceKind } from "@capstan/contract";
import { enqueueMapped, type Request, type Source } from "@capstan/runtime";
import { referredRequest, type ReferenceOf } from "./referred-request.ts";

/** Returns the objects that belong to a Cluster, by its namespace and name. */
export type ObjectsOfCluster = (namespace: string | undefined, cluster: string) => Request[];

/** Wakes the object of `kind` that a Cluster refers to when a relevant field of the Cluster changes (BH-007). */
export function referringClusterSource(kind: ResourceKind, referenceOf: ReferenceOf<Cluster>): Source {
  return clusterSource((cluster) => referredRequest(kind, referenceOf(cluster), cluster.metadata.namespace));
}

/** Wakes all objects of a Cluster when a relevant field of the Cluster changes (BH-007). */
export function owningClusterSource(...objectsOf: readonly ObjectsOfCluster[]): Source {
  return clusterSource(({ metadata }) => objectsOf.flatMap((objects) => objects(metadata.namespace, metadata.name)));
}

/** Wakes the objects that a Cluster concerns, as it is now or was before, when a relevant field of the Cluster changes (BH-007). */
export function clusterSource(
  concerned: (cluster: DeepReadonly<Cluster>, previous: DeepReadonly<Cluster> | undefined) => Request[],
): Source {
  return enqueueMapped(Cluster, (cluster, previous) =>
    previous !== undefined && relevant(cluster) === relevant(previous) ? [] : concerned(cluster, previous),
  );
}

/** The fields that providers depend on: pausing, endpoint, deletion, initialization, and the status of conditions. */
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
