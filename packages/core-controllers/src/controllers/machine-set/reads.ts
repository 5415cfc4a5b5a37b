import { Cluster, conditionTypes, Machine, MachineDeployment } from "@capstan/contract";
import { Projection, type Seen } from "../../kit/projection.ts";

/** The fields of other kinds that the MachineSet controller reads, and that wake it. */
export const machineSetReads = {
  machines: new Projection(Machine, {
    metadata: ["deletionTimestamp", "labels", "annotations", "ownerReferences"],
    spec: [
      "clusterName",
      "version",
      "bootstrap",
      "infrastructureRef",
      "minReadySeconds",
      "readinessGates",
      "deletion",
      "taints",
    ],
    status: ["nodeRef", "nodeInfo", "initialization", "deletion"],
    conditions: [
      conditionTypes.ready,
      conditionTypes.available,
      conditionTypes.upToDate,
      conditionTypes.deleting,
      conditionTypes.nodeReady,
      conditionTypes.nodeHealthy,
      conditionTypes.healthCheckSucceeded,
      conditionTypes.ownerRemediated,
    ],
    deprecatedConditions: [conditionTypes.ready, conditionTypes.healthCheckSucceeded, conditionTypes.ownerRemediated],
  }),
  machineDeployments: new Projection(MachineDeployment, {
    metadata: ["annotations"],
    spec: ["replicas", "remediation"],
  }),
  clusters: new Projection(Cluster, { metadata: ["deletionTimestamp"], spec: ["paused", "controlPlaneRef"] }),
} as const;

/** A Machine as the MachineSet controller sees it. */
export type SetMachine = Seen<typeof machineSetReads.machines>;

/** A MachineDeployment as the MachineSet controller sees it. */
export type SetDeployment = Seen<typeof machineSetReads.machineDeployments>;

/** A Cluster as the MachineSet controller sees it. */
export type SetCluster = Seen<typeof machineSetReads.clusters>;
