import { Cluster, conditionTypes, Machine, MachineSet } from "@capstan/contract";
import { Projection, type Seen } from "../../kit/projection.ts";

/** The fields of other kinds that the MachineDeployment controller reads, and that wake it. */
export const machineDeploymentReads = {
  machineSets: new Projection(MachineSet, {
    metadata: ["deletionTimestamp", "generation", "labels", "annotations", "ownerReferences"],
    spec: ["clusterName", "replicas", "selector", "template", "machineNaming", "deletion"],
    status: ["observedGeneration"],
    deprecatedConditions: [conditionTypes.ready],
  }),
  machines: new Projection(Machine, {
    metadata: ["deletionTimestamp", "ownerReferences"],
    spec: ["version", "minReadySeconds"],
    status: ["nodeInfo", "deletion"],
    conditions: [
      conditionTypes.ready,
      conditionTypes.available,
      conditionTypes.upToDate,
      conditionTypes.deleting,
      conditionTypes.nodeReady,
      conditionTypes.healthCheckSucceeded,
      conditionTypes.ownerRemediated,
    ],
  }),
  clusters: new Projection(Cluster, { spec: ["paused"] }),
} as const;

/** A MachineSet as the MachineDeployment controller sees it. */
export type DeploymentSet = Seen<typeof machineDeploymentReads.machineSets>;

/** A Machine as the MachineDeployment controller sees it. */
export type DeploymentMachine = Seen<typeof machineDeploymentReads.machines>;

/** A Cluster as the MachineDeployment controller sees it. */
export type DeploymentCluster = Seen<typeof machineDeploymentReads.clusters>;
