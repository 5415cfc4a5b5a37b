import { Cluster, type DeepReadonly, Machine, ownerOfKind } from "@capstan/contract";
import type { Cache } from "@capstan/runtime";
import type { CachedObject } from "./stored-object.ts";

const coreGroup = "cluster.x-k8s.io";

/** The owners of an InfraCluster. */
export interface ClusterOwners {
  readonly cluster: DeepReadonly<Cluster>;
}

/** The owners of a BootstrapConfig or an InfraMachine. */
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
  if (reference === undefined) return { owned: false, known: {}, complete: undefined };
  const namespace = namespaceOf(object);
  const machine = await cache.get(Machine, { name: reference.name, ...namespace });
  if (machine === undefined) return { owned: true, known: {}, complete: undefined };
  const cluster = await cache.get(Cluster, { name: machine.spec.clusterName, ...namespace });
  if (cluster === undefined) return { owned: true, known: { machine }, complete: undefined };
  return { owned: true, known: { machine, cluster }, complete: { machine, cluster } };
}

/** The Cluster that owns an object; found as {@link findMachineOwners} finds a Machine. */
export async function findClusterOwners(cache: Cache, object: CachedObject): Promise<FoundOwners<ClusterOwners>> {
  const reference = ownerOfKind(object, coreGroup, Cluster.kind);
  if (reference === undefined) return { owned: false, known: {}, complete: undefined };
  const cluster = await cache.get(Cluster, { name: reference.name, ...namespaceOf(object) });
  if (cluster === undefined) return { owned: true, known: {}, complete: undefined };
  return { owned: true, known: { cluster }, complete: { cluster } };
}

function namespaceOf(object: CachedObject): { namespace?: string } {
  const { namespace } = object.metadata;
  return namespace === undefined ? {} : { namespace };
}
