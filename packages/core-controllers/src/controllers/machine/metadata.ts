import { controllerOf, type DeepReadonly, finalizers, labels, type Machine, type ObjectMeta } from "@capstan/contract";
import { deepCopy, isOwnedBy } from "@capstan/kube";
import { setOwnerReference } from "@capstan/runtime";
import { clusterOwner } from "../../kit/owner-references.ts";
import { type MachineCluster } from "./reads.ts";

/** Labels of Machines that another object adopts. */
const adoptedByOthers = [labels.machineSetName, labels.machinePoolName, labels.controlPlaneName];

/**
 * The desired metadata of a Machine that is not being deleted: its finalizer, the label with the name of its Cluster and, for a standalone
 * Machine, the Cluster as owner.
 */
export function nextMachineMetadata(
  machine: DeepReadonly<Machine>,
  cluster: MachineCluster,
): Pick<ObjectMeta, "finalizers" | "labels" | "ownerReferences"> {
  const present = machine.metadata.finalizers ?? [];
  const owned = deepCopy<ObjectMeta>(machine.metadata);
  const isToBeOwned = isStandalone(machine) && !isOwnedBy(machine, cluster);
  const { ownerReferences = [] } = isToBeOwned ? setOwnerReference(owned, clusterOwner(cluster)) : owned;
  return {
    finalizers: present.includes(finalizers.machine) ? [...present] : [...present, finalizers.machine],
    labels: { ...machine.metadata.labels, [labels.clusterName]: machine.spec.clusterName },
    ownerReferences,
  };
}

function isStandalone(machine: DeepReadonly<Machine>): boolean {
  return (
    controllerOf(machine) === undefined && !adoptedByOthers.some((label) => label in (machine.metadata.labels ?? {}))
  );
}
