import { type Cluster, type DeepReadonly, type MachineDeployment, type MachineSet } from "@capstan/contract";
import { type Informer, type Manager } from "@capstan/runtime";
import { type MachineCache } from "./kit/machine-cache.ts";
import { type WorkloadConnections } from "./workload/workload-connections.ts";

/** What all controllers use. */
export interface Shared {
  readonly manager: Manager;
  readonly machines: MachineCache;
  readonly clusters: Informer<Cluster>;
  readonly machineSets: Informer<MachineSet>;
  readonly machineDeployments: Informer<MachineDeployment>;
  readonly workloads: WorkloadConnections;
}

/** A Cluster concerns what belongs to it when it comes, goes, is being deleted, or is paused or not. */
export function concernsMembers(cluster: DeepReadonly<Cluster>, previous: DeepReadonly<Cluster> | undefined): boolean {
  return (
    previous === undefined ||
    cluster.spec.paused !== previous.spec.paused ||
    cluster.metadata.deletionTimestamp !== previous.metadata.deletionTimestamp
  );
}
