import { type ObservedReference } from "../../references/reference.ts";
import { type ObservedNode } from "../../workload/observed-node.ts";
import { type MachineOwners } from "./up-to-date.ts";
import { type MachineCluster } from "./reads.ts";

/** All inputs of a Machine's spec and status other than the Machine. */
export interface ObservedMachine {
  /** `undefined`: the Cluster does not exist. */
  readonly cluster: MachineCluster | undefined;
  /** `undefined`: the Machine has no `configRef`. */
  readonly bootstrapConfig: ObservedReference | undefined;
  readonly infrastructure: ObservedReference;
  readonly node: ObservedNode;
  /** `undefined`: no MachineDeployment manages the Machine. */
  readonly owners?: MachineOwners | undefined;
}
