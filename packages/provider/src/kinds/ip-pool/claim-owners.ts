import {
  annotations,
  Cluster,
  type DeepReadonly,
  type IPAddress,
  type IPAddressClaim,
  labels,
  ownerOfKind,
  type ResourceKind,
} from "@capstan/contract";
import type { Cache } from "@capstan/runtime";
import { type FoundOwners, type KnownCluster } from "../../object/owners.ts";
import type { CachedObject, StoredObject } from "../../object/stored-object.ts";
import { clusterNameOf } from "./address-object.ts";

/** The objects that a claim depends on. */
export interface ClaimOwners extends KnownCluster {
  /** Undefined while it does not exist. */
  readonly pool?: CachedObject;
}

/** A claim in the lifecycle, which treats spec and status as data. */
export function claimOf(object: CachedObject): DeepReadonly<IPAddressClaim> {
  return object as DeepReadonly<IPAddressClaim>;
}

/** The name of the Cluster of a pool, from its label or its owner; undefined if it has none. */
export function clusterOfPool(pool: Pick<CachedObject, "apiVersion" | "kind" | "metadata">): string | undefined {
  return pool.metadata.labels?.[labels.clusterName] ?? ownerOfKind(pool, Cluster.group, Cluster.kind)?.name;
}

/** Finds the pool of a claim, and the Cluster that it names. A claim whose Cluster is missing is left alone (rule IP-002). */
export async function findClaimOwners(
  cache: Cache,
  poolKind: ResourceKind,
  object: CachedObject,
): Promise<FoundOwners<ClaimOwners>> {
  const claim = claimOf(object);
  const name = clusterNameOf(claim);
  const known = await findNamed(cache, poolKind, object, { pool: claim.spec.poolRef.name, cluster: name });
  return { owned: true, known, complete: name !== undefined && known.cluster === undefined ? undefined : known };
}

/** Finds the pool of an address, and the Cluster of its claim, as far as they exist. */
export async function findAddressOwners(
  cache: Cache,
  poolKind: ResourceKind,
  address: DeepReadonly<IPAddress>,
): Promise<ClaimOwners> {
  const { spec, metadata } = address;
  const cluster = metadata.labels?.[labels.clusterName];
  return findNamed(cache, poolKind, address, { pool: spec.poolRef.name, cluster });
}

async function findNamed(
  cache: Cache,
  poolKind: ResourceKind,
  object: CachedObject,
  names: { readonly pool: string; readonly cluster: string | undefined },
): Promise<ClaimOwners> {
  const { namespace } = object.metadata;
  const cluster =
    names.cluster === undefined ? undefined : await cache.get(Cluster, { name: names.cluster, namespace });
  const key = { name: names.pool, namespace: poolKind.namespaced ? namespace : undefined };
  const pool = await cache.get(poolKind as ResourceKind<StoredObject>, key);
  return { ...(cluster === undefined ? {} : { cluster }), ...(pool === undefined ? {} : { pool }) };
}

/** A pause of the Cluster by annotation, or of the pool, as a sentence; undefined if neither is paused so. */
export function pauseOfOwners({ cluster, pool }: Partial<ClaimOwners>): string | undefined {
  const paused = [cluster, pool].find((owner) => owner?.metadata.annotations?.[annotations.paused] !== undefined);
  return paused === undefined
    ? undefined
    : `${paused.kind} ${paused.metadata.name} has the annotation ${annotations.paused}`;
}
