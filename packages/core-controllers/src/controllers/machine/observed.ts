import { type Cluster, type DeepReadonly } from "@capstan/contract";
import { type ObservedReference } from "../../references/reference.ts";
import { type ObservedNode } from "../../workload/observed-node.ts";
import { type MachineOwners } from "./up-to-date.ts";

/** Everything outside a Machine that its spec and status are computed from. */
export interface ObservedMachine {
  /** `undefined`: the Cluster does not exist. */
  readonly cluster: DeepReadonly<Cluster> | undefined;
  /** `undefined`: the Machine has no `configRef`. */
  readonly bootstrapConfig: ObservedReference | undefined;
  readonly infrastructure: ObservedReference;
  readonly node: ObservedNode;
  /** `undefined`: no MachineDeployment rolls the Machine. */
  readonly owners?: MachineOwners | undefined;
}
