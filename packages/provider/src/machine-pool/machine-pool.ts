import { groups, type KubernetesObject, type Machine, type ResourceKind } from "@capstan/contract";

/** A group of machines that come and go together, v1beta2: the part of it that a bootstrap provider is concerned with. */
export interface MachinePool extends KubernetesObject {
  spec: {
    clusterName: string;
    /** How many machines there shall be. Default: 1. */
    replicas?: number;
    /** What the machines shall be: all of them boot from the same data. */
    template: { metadata?: { labels?: Record<string, string> }; spec: Machine["spec"] };
  };
  status?: {
    /** The Nodes that have joined. */
    nodeRefs?: { name?: string; uid?: string }[];
  };
}

export const MachinePool: ResourceKind<MachinePool> = {
  group: groups.core,
  version: "v1beta2",
  kind: "MachinePool",
  plural: "machinepools",
  namespaced: true,
};
