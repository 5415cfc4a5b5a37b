import {
  conditionTypes,
  type DeepReadonly,
  IPAddress,
  IPAddressClaim,
  type KubernetesObject,
  type PoolReference,
  type ResourceKind,
} from "@capstan/contract";
import { fieldsOf, listAt, textAt } from "@capstan/kube";
import { type Cache, createRequest, enqueueMapped, type Request, requestFor, type Source } from "@capstan/runtime";
import { owningClusterSource } from "../../related/cluster-source.ts";
import { clusterNameOf } from "./address-object.ts";
import { poolIndexValue, referenceToPool, refersToKind } from "./pool-reference.ts";

/** The sources that wake pools: their addresses, because a pool may report how many are in use, and waits for them when it is deleted. */
export function poolSources(pool: ResourceKind): Source[] {
  return [
    enqueueMapped(IPAddress, (address) => (refersToKind(address.spec.poolRef, pool) ? [poolOf(address, pool)] : []), {
      name: `pools:${pool.kind}.${pool.group}`,
    }),
  ];
}

/** The sources that wake claims: their address, their pool, their Cluster, and a released address that a waiting claim may get. */
export function claimSources(cache: Cache, pool: ResourceKind): Source[] {
  const claims = cache.informer(IPAddressClaim);
  const byPool = claims.addIndex("capstan-provider/pool", ({ spec }) => [poolIndexValue(spec.poolRef)]);
  const byCluster = claims.addIndex("capstan-provider/cluster", (claim) => {
    const cluster = clusterNameOf(claim);
    return cluster === undefined ? [] : [cluster];
  });
  const inPool = (reference: PoolReference, namespace: string | undefined) => {
    const value = poolIndexValue(reference);
    return pool.namespaced ? byPool.in(namespace, value) : byPool.inAllNamespaces(value);
  };
  const waitingFor = (reference: PoolReference, namespace: string | undefined): Request[] =>
    inPool(reference, namespace).filter(isUnserved).map(requestFor);
  // Also those that have an address: they may have waited for a pause of the pool to end, to be deleted.
  const claimsOf = (object: DeepReadonly<KubernetesObject>): Request[] =>
    inPool(referenceToPool(pool, object), object.metadata.namespace).map(requestFor);
  const name = `claims:${pool.kind}.${pool.group}`;
  return [
    enqueueMapped(
      IPAddress,
      (address, _previous, { type }) => {
        if (!refersToKind(address.spec.poolRef, pool)) return [];
        const { metadata, spec } = address;
        const waiting = type === "deleted" ? waitingFor(spec.poolRef, metadata.namespace) : [];
        return [createRequest(metadata.name, metadata.namespace), ...waiting];
      },
      { name },
    ),
    enqueueMapped(
      pool,
      (object, previous) => (previous !== undefined && relevant(object) === relevant(previous) ? [] : claimsOf(object)),
      { name },
    ),
    owningClusterSource((namespace, cluster) => byCluster.in(namespace, cluster).map(requestFor)),
  ];
}

/** The fields of a pool that claims depend on; its counters are not among them. */
function relevant({ metadata, ...rest }: DeepReadonly<KubernetesObject>): string {
  const { spec, status } = fieldsOf(rest);
  const ready = listAt(status, "conditions").find((condition) => textAt(condition, "type") === conditionTypes.ready);
  return JSON.stringify([
    metadata.uid,
    metadata.annotations,
    metadata.deletionTimestamp,
    spec,
    [textAt(ready, "status"), textAt(ready, "message")],
  ]);
}

function isUnserved({ status }: DeepReadonly<IPAddressClaim>): boolean {
  return status?.addressRef === undefined;
}

function poolOf({ spec, metadata }: DeepReadonly<IPAddress>, pool: ResourceKind): Request {
  return createRequest(spec.poolRef.name, pool.namespaced ? metadata.namespace : undefined);
}
