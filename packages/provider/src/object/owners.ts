import {
  Cluster,
  type DeepReadonly,
  groups,
  labels,
  Machine,
  MachinePool,
  type ObjectKey,
  ownerOfKind,
} from "@capstan/contract";
import { isOwnedBy, type Owner } from "@capstan/kube";
import { type Cache, isCapstanError } from "@capstan/runtime";
import type { CachedObject } from "./stored-object.ts";

/** The Cluster of an object, if it has one. */
export interface KnownCluster {
  readonly cluster?: DeepReadonly<Cluster>;
}

/** The owners of an InfraCluster. */
export interface ClusterOwners extends KnownCluster {
  readonly cluster: DeepReadonly<Cluster>;
}

/** The owners of an InfraMachine. */
export interface MachineOwners extends ClusterOwners {
  readonly machine: DeepReadonly<Machine>;
}

/** The owners of an object that represents the machines of a pool. */
export interface PoolOwners extends ClusterOwners {
  readonly machinePool: DeepReadonly<MachinePool>;
}

/** The result of looking up the owners. */
export interface FoundOwners<Owners extends KnownCluster> {
  /** Whether an owner reference names the owner at all. */
  readonly owned: boolean;
  /** The owners that exist. */
  readonly known: Partial<Owners>;
  /** All owners; undefined if one is missing. */
  readonly complete: Owners | undefined;
}

/**
 * Finds the Machine that owns an object, and its Cluster, by kind and group of the owner reference, whatever its version and `controller`
 * flag (rule IC-018). Another Machine of that name, as after a restore, is not the owner until core updates the reference.
 */
export async function findMachineOwners(cache: Cache, object: CachedObject): Promise<FoundOwners<MachineOwners>> {
  const reference = ownerOfKind(object, groups.core, Machine.kind);
  const machine =
    reference === undefined
      ? undefined
      : ifOwner(object, await cache.get(Machine, { name: reference.name, namespace: object.metadata.namespace }));
  const found = machine === undefined ? undefined : { machine };
  return withCluster(cache, object, reference !== undefined, found, machine?.spec.clusterName);
}

/** Finds the MachinePool that owns an object, and its Cluster, as {@link findMachineOwners} finds a Machine. */
export async function findPoolOwners(cache: Cache, object: CachedObject): Promise<FoundOwners<PoolOwners>> {
  const reference = ownerOfKind(object, groups.core, MachinePool.kind);
  const machinePool =
    reference === undefined
      ? undefined
      : ifOwner(object, await machinePoolNamed(cache, { name: reference.name, namespace: object.metadata.namespace }));
  const found = machinePool === undefined ? undefined : { machinePool };
  return withCluster(cache, object, reference !== undefined, found, machinePool?.spec.clusterName);
}

/**
 * A MachinePool. While the CRD of MachinePools is not installed, the owner is missing; the source that watches MachinePools wakes the
 * object once it is.
 */
export async function machinePoolNamed(cache: Cache, key: ObjectKey): Promise<DeepReadonly<MachinePool> | undefined> {
  return cache.get(MachinePool, key).catch((error: unknown) => {
    if (isCapstanError(error, "KindNotServed")) return undefined;
    throw error;
  });
}

/**
 * An owner with the Cluster that it belongs to.
 *
 * @param isOwned - whether an owner reference names the owner at all.
 */
export async function withCluster<Owner extends object>(
  cache: Cache,
  object: CachedObject,
  isOwned: boolean,
  owner: Owner | undefined,
  clusterName: string | undefined,
): Promise<FoundOwners<ClusterOwners & Owner>> {
  const cluster = await clusterNamed(cache, object, clusterName);
  const known = { ...owner, ...(cluster === undefined ? {} : { cluster }) };
  return {
    owned: isOwned,
    // The compiler cannot check a generic type against an object that lacks the owner or the Cluster.
    known: known as Partial<ClusterOwners & Owner>,
    complete: owner === undefined || cluster === undefined ? undefined : { ...owner, cluster },
  };
}

/** Finds the Cluster that owns an object, as {@link findMachineOwners} finds a Machine. */
export async function findClusterOwners(cache: Cache, object: CachedObject): Promise<FoundOwners<ClusterOwners>> {
  const reference = ownerOfKind(object, groups.core, Cluster.kind);
  const cluster = await clusterNamed(cache, object, reference?.name);
  const owner = ifOwner(object, cluster);
  return {
    owned: reference !== undefined,
    known: cluster === undefined ? {} : { cluster },
    complete: owner === undefined ? undefined : { cluster: owner },
  };
}

/** Returns the named object if it is the owner; another object may have the same name. */
export function ifOwner<T extends Owner>(object: CachedObject, named: T | undefined): T | undefined {
  return named !== undefined && isOwnedBy(object, named) ? named : undefined;
}

/**
 * The Cluster of that name. Without a name, the Cluster in the label, so that a paused Cluster also protects an object that lost its owner.
 */
async function clusterNamed(
  cache: Cache,
  object: CachedObject,
  ownerName: string | undefined,
): Promise<DeepReadonly<Cluster> | undefined> {
  const name = ownerName ?? object.metadata.labels?.[labels.clusterName];
  return name === undefined ? undefined : cache.get(Cluster, { name, namespace: object.metadata.namespace });
}
