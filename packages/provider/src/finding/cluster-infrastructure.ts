import type { Cluster, DeepReadonly } from "@capstan/contract";
import { providerReasons } from "./provider-reasons.ts";
import type { Finding } from "./finding.ts";

/** The finding while the Cluster's infrastructure is not provisioned; undefined afterwards (rule IB-005). */
export function waitForClusterInfrastructure(cluster: DeepReadonly<Cluster>): Finding | undefined {
  if (cluster.status?.initialization?.infrastructureProvisioned === true) return undefined;
  return {
    progress: "waiting",
    reason: providerReasons.waitingForClusterInfrastructure,
    message: `Waiting for Cluster ${cluster.metadata.name} to have its infrastructure provisioned`,
  };
}
