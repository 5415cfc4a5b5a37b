import type { DeepReadonly } from "@capstan/provider";
import type { RestClusterObject } from "../api/rest-cluster.ts";

/** Servers are found again by these, never by their names (rule IB-016). The uid is the RestMachine's own: it is unique. */
export const tags = { machine: "uid", cluster: "cluster" } as const;

/**
 * Identifies a cluster's load balancer and servers. Not its uid: `clusterctl move` re-creates the object in another management
 * cluster, where it has to find them again (rule CT-017). Management clusters that share an account must not have clusters of the
 * same name.
 */
export function clusterId({ metadata }: DeepReadonly<RestClusterObject>): string {
  return `${metadata.namespace ?? "default"}-${metadata.name}`;
}
