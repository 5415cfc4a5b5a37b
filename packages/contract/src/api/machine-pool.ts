import { type KubernetesObject } from "../kubernetes/kubernetes-object.ts";
import { type ResourceKind } from "../kubernetes/resource-kind.ts";
import { coreResource } from "../names/core-resource.ts";
import { type MachineDeployment } from "./v1beta2/machine-deployment.ts";

/**
 * A group of machines that are created and deleted together, v1beta2: the fields that Clusters, providers and `capstan describe` use.
 * Capstan has no controller for MachinePools; its core reports that in their condition Available.
 */
export interface MachinePool extends KubernetesObject {
  /** All machines of a pool boot from the same data. `replicas`: default 1. */
  spec: Pick<MachineDeployment["spec"], "clusterName" | "replicas" | "template"> & {
    /** The provider IDs that core has copied from the InfraMachinePool. */
    providerIDList?: string[];
    /** The failure domains of its machines. Default: the provider decides. */
    failureDomains?: string[];
  };
  /** The observed state of the pool. */
  status?: {
    replicas?: number;
    readyReplicas?: number;
    availableReplicas?: number;
    upToDateReplicas?: number;
    versions?: { version: string; replicas?: number }[];
    /** The Nodes that have joined. */
    nodeRefs?: { name?: string; uid?: string }[];
  };
}

/** MachinePools, of `cluster.x-k8s.io/v1beta2`. */
export const MachinePool: ResourceKind<MachinePool> = coreResource("MachinePool", "machinepools");
