import { Cluster, Machine, MachineDeployment, MachineSet } from "@capstan/contract";
import { Projection, type Seen } from "../../kit/projection.ts";

/** The fields of other kinds and of other Machines that the Machine controller reads, and that wake it. */
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

/** A Cluster as the Machine controller sees it. */
export type MachineCluster = Seen<typeof machineReads.clusters>;

/** A MachineSet as the Machine controller sees it. */
export type MachineOwnerSet = Seen<typeof machineReads.machineSets>;

/** A MachineDeployment as the Machine controller sees it. */
export type MachineOwnerDeployment = Seen<typeof machineReads.machineDeployments>;

/** Another Machine of the Cluster as the Machine controller sees it. */
export type SiblingMachine = Seen<typeof machineReads.siblings>;
