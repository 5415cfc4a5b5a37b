import { Cluster, type DeepReadonly, labels, Machine, ownerOfKind } from "@capstan/contract";
import type { Cache } from "@capstan/runtime";
import type { CachedObject } from "./stored-object.ts";

const coreGroup = "cluster.x-k8s.io";

/** The owners of an InfraCluster. */
export interface ClusterOwners {
  readonly cluster: DeepReadonly<Cluster>;
}

/** The owners of an InfraMachine. */
export interface MachineOwners extends ClusterOwners {
  readonly machine: DeepReadonly<Machine>;
}

/** What a look-up of owners came to. */
export interface FoundOwners<Owners extends ClusterOwners> {
  /** Whether an owner reference names the owner at all. */
  readonly owned: boolean;
  /** Those that exist. */
  readonly known: Partial<Owners>;
  /** All of them, or undefined if one is missing. */
  readonly complete: Owners | undefined;
}

/**
 * The Machine that owns an object, and its Cluster. By kind and group of the owner reference, whatever its version and
 * `controller` flag (rule IC-018).
 */
export async function findMachineOwners(cache: Cache, object: CachedObject): Promise<FoundOwners<MachineOwners>> {
  const reference = ownerOfKind(object, coreGroup, Machine.kind);
  const namespace = namespaceOf(object);
  const machine =
    reference === undefined ? undefined : await cache.get(Machine, { name: reference.name, ...namespace });
  const cluster = await clusterNamed(cache, object, machine?.spec.clusterName);
  return {
    owned: reference !== undefined,
    known: { ...(machine === undefined ? {} : { machine }), ...(cluster === undefined ? {} : { cluster }) },
    complete: machine === undefined || cluster === undefined ? undefined : { machine, cluster },
  };
}

/** The Cluster that owns an object; found as {@link findMachineOwners} finds a Machine. */
export async function findClusterOwners(cache: Cache, object: CachedObject): Promise<FoundOwners<ClusterOwners>> {
  const reference = ownerOfKind(object, coreGroup, Cluster.kind);
  const cluster = await clusterNamed(cache, object, reference?.name);
  const isOwned = reference !== undefined;
  return {
    owned: isOwned,
    known: cluster === undefined ? {} : { cluster },
    complete: cluster === undefined || !isOwned ? undefined : { cluster },
  };
}

/** The Cluster of that name; without a name that of the label, so that a paused Cluster protects what lost its owner. */
export async function clusterNamed(
  cache: Cache,
  object: CachedObject,
  ownerName: string | undefined,
): Promise<DeepReadonly<Cluster> | undefined> {
  const name = ownerName ?? object.metadata.labels?.[labels.clusterName];
  return name === undefined ? undefined : cache.get(Cluster, { name, ...namespaceOf(object) });
}

/** The object's namespace, for the key of a neighbour. */
export function namespaceOf(object: CachedObject): { namespace?: string } {
  const { namespace } = object.metadata;
  return namespace === undefined ? {} : { namespace };
}
