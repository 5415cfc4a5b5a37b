import { annotations, type DeepReadonly, MachinePool } from "@capstan/contract";
import { type PoolOwners } from "../../object/owners.ts";
import type { InfraMachinePoolScope } from "./scope.ts";
import type { Visit } from "../../visit/visit.ts";

/** The desired number of machines in a MachinePool, and who decides it (rule MP-010). */
export function wantedReplicas({
  metadata,
  spec,
}: DeepReadonly<MachinePool>): Pick<InfraMachinePoolScope<unknown>, "replicas" | "replicasManagedBy"> {
  const value = metadata.annotations?.[annotations.replicasManagedBy];
  // Core treats every value except `false` as set.
  return { replicas: spec.replicas ?? 1, replicasManagedBy: value === "false" ? undefined : value };
}

/**
 * Copies the number that the infrastructure decided on to `spec.replicas` of the MachinePool, if the MachinePool lets it decide.
 *
 * @throws ApiError - Conflict: the MachinePool has changed since it was read, perhaps in who decides; the reconcile is retried.
 */
export async function followReplicas({ owners, manager, signal }: Visit<PoolOwners>, decided: number): Promise<void> {
  const { metadata, spec } = owners.machinePool;
  const { replicasManagedBy } = wantedReplicas(owners.machinePool);
  if (replicasManagedBy === undefined || metadata.deletionTimestamp !== undefined || spec.replicas === decided) return;
  const key = { name: metadata.name, namespace: owners.machinePool.metadata.namespace };
  const body = { metadata: { resourceVersion: metadata.resourceVersion }, spec: { replicas: decided } };
  await manager.client.patch(MachinePool, key, { type: "merge", body }, { signal });
}
