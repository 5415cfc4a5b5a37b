import type { DeepReadonly } from "@capstan/provider";
import type { RestClusterObject } from "../api/rest-cluster.ts";

/**
 * Servers are found again by these, never by their names (rule IB-016). The uid is the RestMachine's own: nothing else in the
 * world has it.
 */
export const tags = { machine: "uid", cluster: "cluster" } as const;

/**
 * What a cluster's load balancer and servers are known by. Not its uid: `clusterctl move` makes the object anew in another
 * management cluster, where it has to find them again (rule CT-017). Management clusters that share an account must not have
 * clusters of one name.
 */
export function clusterId({ metadata }: DeepReadonly<RestClusterObject>): string {
  return `${metadata.namespace ?? "default"}-${metadata.name}`;
}
