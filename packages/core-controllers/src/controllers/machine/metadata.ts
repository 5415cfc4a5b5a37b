import {
  type DeepReadonly,
  finalizers,
  labels,
  type Machine,
  type ObjectMeta,
  type OwnerReference,
} from "@capstan/contract";
import { clusterOwner } from "../../kit/owner-references.ts";
import { type MachineCluster } from "./reads.ts";

/** Labels of Machines that belong to an object that adopts them itself. */
const adoptedByOthers = [labels.machineSetName, labels.machinePoolName, labels.controlPlaneName];

/**
 * The metadata that a Machine should have while it is not being deleted: its finalizer, the label with the name of its Cluster and,
 * for a standalone Machine, the Cluster as owner.
 */
export function nextMachineMetadata(
  machine: DeepReadonly<Machine>,
  cluster: MachineCluster,
): Pick<ObjectMeta, "finalizers" | "labels" | "ownerReferences"> {
  const present = machine.metadata.finalizers ?? [];
  const owners = (machine.metadata.ownerReferences ?? []).map((owner) => ({ ...owner }));
  return {
    finalizers: present.includes(finalizers.machine) ? [...present] : [...present, finalizers.machine],
    labels: { ...machine.metadata.labels, [labels.clusterName]: machine.spec.clusterName },
    ownerReferences: isStandalone(machine) ? withOwner(owners, clusterOwner(cluster)) : owners,
  };
}

function isStandalone(machine: DeepReadonly<Machine>): boolean {
  const controlled = machine.metadata.ownerReferences?.some((owner) => owner.controller === true) === true;
  return !controlled && !adoptedByOthers.some((label) => label in (machine.metadata.labels ?? {}));
}

function withOwner(owners: readonly OwnerReference[], owner: OwnerReference): OwnerReference[] {
  if (owners.some((candidate) => candidate.uid === owner.uid && candidate.kind === owner.kind)) return [...owners];
  const others = owners.filter((candidate) => candidate.kind !== owner.kind || candidate.name !== owner.name);
  return [...others, owner];
}
