import { Cluster, type DeepReadonly, type KubernetesObject, Machine, type OwnerReference } from "@capstan/contract";
import { apiVersionOf } from "@capstan/kube";

type Owner = DeepReadonly<Pick<KubernetesObject, "metadata">>;

/** The owner reference of a Cluster on the objects that belong to it. */
export function clusterOwner({ metadata }: Owner): OwnerReference {
  return {
    apiVersion: apiVersionOf(Cluster),
    kind: Cluster.kind,
    name: metadata.name,
    uid: metadata.uid ?? "",
  };
}

/** The owner reference of a Machine as the controller of the objects it refers to. */
export function machineOwner({ metadata }: Owner): OwnerReference {
  const { name, uid = "" } = metadata;
  const apiVersion = apiVersionOf(Machine);
  return { apiVersion, kind: Machine.kind, name, uid, controller: true, blockOwnerDeletion: true };
}
