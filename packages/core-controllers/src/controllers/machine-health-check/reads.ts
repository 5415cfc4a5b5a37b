import { Cluster, conditionTypes, Machine } from "@capstan/contract";
import { Projection, type Seen } from "../../kit/projection.ts";

/** What the controller of MachineHealthChecks reads of other kinds, and what wakes it. */
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

/** A Machine, as the controller of MachineHealthChecks sees it. */
export type CheckedMachine = Seen<typeof machineHealthCheckReads.machines>;

/** A Cluster, as the controller of MachineHealthChecks sees it. */
export type CheckCluster = Seen<typeof machineHealthCheckReads.clusters>;
