import {
  Cluster,
  type DeepReadonly,
  type KubernetesObject,
  Machine,
  MachineDeployment,
  MachineSet,
  type OwnerReference,
  type ResourceKind,
} from "@capstan/contract";
import { apiVersionOf } from "@capstan/kube";

type Owner = DeepReadonly<Pick<KubernetesObject, "metadata">>;

/** The owner reference of a Cluster on the objects that belong to it. */
export function clusterOwner(cluster: Owner): OwnerReference {
  return ownerReference(Cluster, cluster);
}

/** The owner reference of a Machine as the controller of the objects it refers to. */
export function machineOwner(machine: Owner): OwnerReference {
  return controllerReference(Machine, machine);
}

/** The owner reference of a MachineSet as the controller of its Machines. */
export function machineSetOwner(set: Owner): OwnerReference {
  return controllerReference(MachineSet, set);
}

/** The owner reference of a MachineDeployment as the controller of its MachineSets. */
export function machineDeploymentOwner(deployment: Owner): OwnerReference {
  return controllerReference(MachineDeployment, deployment);
}

function controllerReference(kind: ResourceKind, owner: Owner): OwnerReference {
  return { ...ownerReference(kind, owner), controller: true, blockOwnerDeletion: true };
}

function ownerReference(kind: ResourceKind, { metadata }: Owner): OwnerReference {
  return { apiVersion: apiVersionOf(kind), kind: kind.kind, name: metadata.name, uid: metadata.uid ?? "" };
}
