import { type DeepReadonly, finalizers, labels, type MachineSet, ownerOfKind } from "@capstan/contract";
import { deepCopy } from "@capstan/kube";
import { addFinalizer, setOwnerReference } from "@capstan/runtime";
import { defaultReplicas } from "../../replicas/effective-fields.ts";
import { clusterOwner } from "../../kit/owner-references.ts";
import { type SetCluster, type SetDeployment } from "./reads.ts";

/**
 * The metadata and replicas that a MachineSet needs before it creates Machines: finalizer, label, owner, replicas. Not for one that is
 * being deleted.
 */
export function claimedMachineSet(set: DeepReadonly<MachineSet>, cluster: SetCluster): MachineSet {
  const next = deepCopy<MachineSet>(set);
  const { clusterName } = set.spec;
  next.metadata = addFinalizer(next.metadata, finalizers.machineSet);
  next.metadata.labels = { ...next.metadata.labels, [labels.clusterName]: clusterName };
  if (isStandalone(set, cluster)) next.metadata = setOwnerReference(next.metadata, clusterOwner(cluster));
  next.spec.replicas ??= defaultReplicas(set.metadata, set.status?.replicas);
  return next;
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
