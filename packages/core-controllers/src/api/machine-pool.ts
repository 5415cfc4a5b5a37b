import { groups, type KubernetesObject, type ResourceKind } from "@capstan/contract";

/** A group of machines that come and go together, v1beta2: the part of it that a Cluster is concerned with. */
export interface MachinePool extends KubernetesObject {
  readonly spec: { readonly clusterName: string; readonly replicas?: number };
  readonly status?: {
    readonly replicas?: number;
    readonly readyReplicas?: number;
    readonly availableReplicas?: number;
    readonly upToDateReplicas?: number;
    readonly versions?: readonly { readonly version: string; readonly replicas?: number }[];
  };
}

export const MachinePool: ResourceKind<MachinePool> = {
  group: groups.core,
  version: "v1beta2",
  kind: "MachinePool",
  plural: "machinepools",
  namespaced: true,
};
