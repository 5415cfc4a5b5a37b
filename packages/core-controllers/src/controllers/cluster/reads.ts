import { conditionTypes, Machine, MachineDeployment, MachinePool, MachineSet } from "@capstan/contract";
import { Projection, type Seen } from "../../kit/projection.ts";

const counted = ["replicas", "readyReplicas", "availableReplicas", "upToDateReplicas", "versions"] as const;

/** The fields of other kinds that the Cluster controller reads, and that wake it. */
export const clusterReads = {
  machines: new Projection(Machine, {
    metadata: ["deletionTimestamp", "labels", "ownerReferences"],
    spec: ["clusterName", "version"],
    status: ["nodeRef", "nodeInfo"],
    conditions: [
      conditionTypes.ready,
      conditionTypes.available,
      conditionTypes.upToDate,
      conditionTypes.healthCheckSucceeded,
      conditionTypes.ownerRemediated,
    ],
  }),
  machineSets: new Projection(MachineSet, {
    metadata: ["deletionTimestamp", "ownerReferences"],
    spec: ["clusterName", "replicas"],
    status: counted,
    conditions: [conditionTypes.scalingUp, conditionTypes.scalingDown],
  }),
  machineDeployments: new Projection(MachineDeployment, {
    metadata: ["deletionTimestamp", "ownerReferences"],
    spec: ["clusterName", "replicas"],
    status: counted,
    conditions: [
      conditionTypes.available,
      conditionTypes.rollingOut,
      conditionTypes.scalingUp,
      conditionTypes.scalingDown,
    ],
  }),
  machinePools: new Projection(MachinePool, {
    metadata: ["deletionTimestamp"],
    spec: ["clusterName", "replicas"],
    status: counted,
  }),
} as const;

/** A Machine as the Cluster controller sees it. */
export type ClusterMachine = Seen<typeof clusterReads.machines>;

/** A MachineSet as the Cluster controller sees it. */
export type ClusterMachineSet = Seen<typeof clusterReads.machineSets>;

/** A MachineDeployment as the Cluster controller sees it. */
export type ClusterMachineDeployment = Seen<typeof clusterReads.machineDeployments>;

/** A MachinePool as the Cluster controller sees it. */
export type ClusterMachinePool = Seen<typeof clusterReads.machinePools>;
