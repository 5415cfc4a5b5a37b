import { type DeepReadonly, groups, Machine, MachinePool, type OwnerReference } from "@capstan/contract";
import { groupOfApiVersion } from "@capstan/kube";
import type { Cache } from "@capstan/runtime";
import { type ClusterOwners, type FoundOwners, ifOwner, machinePoolNamed, withCluster } from "../../object/owners.ts";
import type { CachedObject } from "../../object/stored-object.ts";

/** The owner of a BootstrapConfig: a Machine or a MachinePool (rule BC-024). */
export type ConfigOwner =
  | { readonly kind: "Machine"; readonly machine: DeepReadonly<Machine> }
  | { readonly kind: "MachinePool"; readonly machinePool: DeepReadonly<MachinePool> };

/** The owner of a BootstrapConfig, and its Cluster. */
export interface ConfigOwners extends ClusterOwners {
  readonly owner: ConfigOwner;
}

/**
 * Finds the owner of a BootstrapConfig, and its Cluster, by kind and group of the first matching owner reference, whatever its version and
 * `controller` flag (rule IC-018).
 *
 * @param servesPools - whether a MachinePool counts as owner.
 */
export async function findConfigOwners(
  cache: Cache,
  object: CachedObject,
  servesPools: boolean,
): Promise<FoundOwners<ConfigOwners>> {
  const reference = object.metadata.ownerReferences?.find(
    ({ apiVersion, kind }) =>
      groupOfApiVersion(apiVersion) === groups.core &&
      (kind === Machine.kind || (servesPools && kind === MachinePool.kind)),
  );
  const owner = reference === undefined ? undefined : await ownerNamed(cache, object, reference);
  return withCluster(
    cache,
    object,
    reference !== undefined,
    owner === undefined ? undefined : { owner },
    owner === undefined ? undefined : specOf(owner).clusterName,
  );
}

/** The spec of the owner's machines. */
export function specOf(owner: ConfigOwner): DeepReadonly<Machine["spec"]> {
  if (owner.kind === "Machine") return owner.machine.spec;
  const { clusterName, template } = owner.machinePool.spec;
  return { ...template.spec, clusterName };
}

/** The path of {@link specOf} in the owner. */
export function pathOfSpec({ kind }: ConfigOwner): string {
  return kind === "Machine" ? "spec" : "spec.template.spec";
}

async function ownerNamed(
  cache: Cache,
  object: CachedObject,
  { kind, name }: OwnerReference,
): Promise<ConfigOwner | undefined> {
  const key = { name, namespace: object.metadata.namespace };
  if (kind === MachinePool.kind) {
    const machinePool = ifOwner(object, await machinePoolNamed(cache, key));
    return machinePool === undefined ? undefined : { kind: "MachinePool", machinePool };
  }
  const machine = ifOwner(object, await cache.get(Machine, key));
  return machine === undefined ? undefined : { kind: "Machine", machine };
}
