import { Cluster, conditionTypes, Machine } from "@capstan/contract";
import { Projection, type Seen } from "../../kit/projection.ts";

/** The fields of other kinds that the MachineHealthCheck controller reads, and that wake it. */
export const machineHealthCheckReads = {
  machines: new Projection(Machine, {
    metadata: ["deletionTimestamp", "labels", "annotations"],
    spec: ["clusterName", "infrastructureRef"],
    // A health check may name conditions of any type.
    status: ["nodeRef", "conditions", "deprecated"],
  }),
  clusters: new Projection(Cluster, {
    spec: ["paused"],
    conditions: [conditionTypes.controlPlaneInitialized, conditionTypes.infrastructureReady],
  }),
} as const;

/** A Machine as the MachineHealthCheck controller sees it. */
export type CheckedMachine = Seen<typeof machineHealthCheckReads.machines>;

/** A Cluster as the MachineHealthCheck controller sees it. */
export type CheckCluster = Seen<typeof machineHealthCheckReads.clusters>;
