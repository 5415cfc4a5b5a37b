import { Cluster, Machine, MachineDeployment, MachineSet } from "@capstan/contract";
import { Projection, type Seen } from "../../kit/projection.ts";

/** What the controller of Machines reads of other kinds and of other Machines, and what wakes it. */
export const machineReads = {
  clusters: new Projection(Cluster, {
    metadata: ["deletionTimestamp"],
    spec: ["paused", "controlPlaneRef", "infrastructureRef"],
  }),
  machineSets: new Projection(MachineSet, {
    metadata: ["annotations", "ownerReferences"],
    spec: ["template"],
  }),
  machineDeployments: new Projection(MachineDeployment, {
    metadata: ["annotations"],
    spec: ["template", "rollout"],
  }),
  siblings: new Projection(Machine, { metadata: ["deletionTimestamp", "labels"] }),
} as const;

/** A Cluster, as the controller of Machines sees it. */
export type MachineCluster = Seen<typeof machineReads.clusters>;

/** A MachineSet, as the controller of Machines sees it. */
export type MachineOwnerSet = Seen<typeof machineReads.machineSets>;

/** A MachineDeployment, as the controller of Machines sees it. */
export type MachineOwnerDeployment = Seen<typeof machineReads.machineDeployments>;

/** Another Machine of the Cluster, as the controller of Machines sees it. */
export type SiblingMachine = Seen<typeof machineReads.siblings>;
