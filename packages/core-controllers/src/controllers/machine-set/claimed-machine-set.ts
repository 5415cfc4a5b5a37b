import { type DeepReadonly, finalizers, labels, type MachineSet, ownerOfKind } from "@capstan/contract";
import { claimedSet } from "../../replicas/claimed-set.ts";
import { clusterOwner } from "../../kit/owner-references.ts";
import { type SetCluster, type SetDeployment } from "./reads.ts";

/**
 * The metadata and replicas that a MachineSet needs before it creates Machines: finalizer, label, owner, replicas. Not for one that is
 * being deleted.
 *
 * @param formerReplicas - the `spec.replicas` that was watched last. If the removal was not watched, as during a restart of the manager, the
 *   Machines are counted instead: a MachineSet has no surge.
 */
export function claimedMachineSet(
  set: DeepReadonly<MachineSet>,
  cluster: SetCluster,
  formerReplicas: number | undefined,
): MachineSet {
  const owner = isStandalone(set, cluster) ? clusterOwner(cluster) : undefined;
  return claimedSet<MachineSet>(set, {
    finalizer: finalizers.machineSet,
    owner,
    formerReplicas: formerReplicas ?? set.status?.replicas,
  });
}

/** A set that a MachineDeployment created belongs to it even if the owner reference was lost, as after a restore. */
function isStandalone(set: DeepReadonly<MachineSet>, cluster: SetCluster): boolean {
  const owner = ownerOfKind(set, "cluster.x-k8s.io", "Cluster");
  return (
    !isOfDeployment(set) &&
    ownerOfKind(set, "cluster.x-k8s.io", "MachineDeployment") === undefined &&
    (owner === undefined || owner.name === cluster.metadata.name)
  );
}

/** Whether a MachineDeployment created the set. */
export function isOfDeployment({ metadata }: DeepReadonly<MachineSet>): boolean {
  return metadata.labels?.[labels.machineDeploymentName] !== undefined;
}

/** Whether the deployment is rolling out this set. */
export function isCurrent(
  set: DeepReadonly<MachineSet>,
  deployment: SetDeployment | undefined,
  revisionAnnotation: string,
): boolean {
  const revision = deployment?.metadata.annotations?.[revisionAnnotation];
  return revision !== undefined && revision === set.metadata.annotations?.[revisionAnnotation];
}
