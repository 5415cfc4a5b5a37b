import {
  conditionTypes,
  type DeepReadonly,
  IPAddress,
  IPAddressClaim,
  type KubernetesObject,
  labels,
  type ObjectKey,
  type ResourceKind,
} from "@capstan/contract";
import { fieldsOf, listAt, textAt } from "@capstan/kube";
import {
  type Cache,
  createRequest,
  enqueueMapped,
  type ObjectIndex,
  type Request,
  requestFor,
  type Source,
} from "@capstan/runtime";
import { owningClusterSource } from "../../related/cluster-source.ts";
import { clusterNameOf } from "./address-object.ts";
import { clusterOfPool } from "./claim-owners.ts";
import { poolIndexValue, refersToKind } from "./pool-reference.ts";

/**
 * The sources that wake pools: their addresses, because a pool may report how many are in use, and waits for them when it is deleted; and their
 * Cluster, with which they are paused.
 */
export function poolSources(cache: Cache, pool: ResourceKind): Source[] {
  const byCluster = cache
    .informer<KubernetesObject>(pool)
    .addIndex("capstan-provider/cluster", (object) => listOf(clusterOfPool(object)));
  return [
    owningClusterSource((namespace, cluster) => byCluster.in(namespace, cluster).map(requestFor)),
    enqueueMapped(IPAddress, (address) => (refersToKind(address.spec.poolRef, pool) ? [poolOf(address, pool)] : []), {
      name: `pools:${pool.kind}.${pool.group}`,
    }),
  ];
}

/**
 * The sources that wake claims: their address, their pool, their Cluster, and a released address that a waiting claim may get. A request is
 * a name that claim and address share, so that an address without a claim is woken in the same way.
 */
export function claimSources(cache: Cache, pool: ResourceKind): Source[] {
  const claims = cache.informer(IPAddressClaim);
  const addresses = cache.informer(IPAddress);
  const byPool = {
    claims: claims.addIndex("capstan-provider/pool", ({ spec }) => [poolIndexValue(spec.poolRef)]),
    addresses: addresses.addIndex("capstan-provider/pool", ({ spec }) => [poolIndexValue(spec.poolRef)]),
  };
  const byCluster = {
    claims: claims.addIndex("capstan-provider/cluster", (claim) => listOf(clusterNameOf(claim))),
    addresses: addresses.addIndex("capstan-provider/cluster", ({ metadata }) =>
      listOf(metadata.labels?.[labels.clusterName]),
    ),
  };
  const inPool = <T extends KubernetesObject>(index: ObjectIndex<T>, { name, namespace }: ObjectKey) => {
    const value = poolIndexValue({ apiGroup: pool.group, kind: pool.kind, name });
    return pool.namespaced ? index.in(namespace, value) : index.inAllNamespaces(value);
  };
  const waitingFor = (key: ObjectKey) => inPool(byPool.claims, key).filter(isUnserved);
  const withoutClaim = (found: readonly DeepReadonly<IPAddress>[]) =>
    found.filter(({ metadata }) => claims.get(metadata) === undefined);
  const name = `claims:${pool.kind}.${pool.group}`;
  return [
    enqueueMapped(
      IPAddress,
      ({ metadata, spec }, _previous, { type }) => {
        const isOfPool = refersToKind(spec.poolRef, pool);
        const claim = claims.get(metadata);
        // A claim also waits for an address of its name that is none of its pool's.
        if (!isOfPool && (claim === undefined || !refersToKind(claim.spec.poolRef, pool))) return [];
        const waiting = isOfPool && type === "deleted" ? waitingFor({ ...metadata, name: spec.poolRef.name }) : [];
        return [createRequest(metadata.name, metadata.namespace), ...waiting.map(requestFor)];
      },
      { name },
    ),
    enqueueMapped(
      pool,
      (object, previous) => {
        const { metadata } = object;
        // Also claims that have an address: they may have waited for a pause of the pool to end, to be deleted.
        if (previous === undefined || identity(object) !== identity(previous)) {
          return [...inPool(byPool.claims, metadata), ...withoutClaim(inPool(byPool.addresses, metadata))].map(
            requestFor,
          );
        }
        return answer(object) === answer(previous) ? [] : waitingFor(metadata).map(requestFor);
      },
      { name },
    ),
    owningClusterSource(
      (namespace, cluster) => byCluster.claims.in(namespace, cluster).map(requestFor),
      (namespace, cluster) => withoutClaim(byCluster.addresses.in(namespace, cluster)).map(requestFor),
    ),
  ];
}

/** The fields of a pool that all its claims depend on. */
function identity({ metadata }: DeepReadonly<KubernetesObject>): string {
  return JSON.stringify([metadata.uid, metadata.annotations, metadata.deletionTimestamp]);
}

/** The fields of a pool that claims without an address depend on; its counters are not among them. */
function answer(pool: DeepReadonly<KubernetesObject>): string {
  const { spec, status } = fieldsOf(pool);
  const ready = listAt(status, "conditions").find((condition) => textAt(condition, "type") === conditionTypes.ready);
  const { observedGeneration } = fieldsOf(ready);
  return JSON.stringify([spec, textAt(ready, "status"), textAt(ready, "message"), observedGeneration]);
}

function listOf(name: string | undefined): readonly string[] {
  return name === undefined ? [] : [name];
}

function isUnserved({ status }: DeepReadonly<IPAddressClaim>): boolean {
  return status?.addressRef === undefined;
}

function poolOf({ spec, metadata }: DeepReadonly<IPAddress>, pool: ResourceKind): Request {
  return createRequest(spec.poolRef.name, pool.namespaced ? metadata.namespace : undefined);
}
