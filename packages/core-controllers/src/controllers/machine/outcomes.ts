import { type ObservedReference } from "../../references/reference.ts";
import { type ObservedNode } from "../../workload/observed-node.ts";
import { type BootstrapOutcome } from "./bootstrap.ts";
import { type InfrastructureOutcome } from "./infrastructure.ts";
import { type NodeOutcome } from "./node.ts";
import { type MachineOwners } from "./up-to-date.ts";
import { type FailureFields } from "../../conditions/provider-failure.ts";

/** The findings of the steps of one reconcile, before they are applied to the Machine. */
export interface MachineOutcomes {
  readonly clusterExists: boolean;
  readonly observed: {
    readonly bootstrapConfig: ObservedReference | undefined;
    readonly infrastructure: ObservedReference;
    readonly node: ObservedNode;
  };
  readonly bootstrap: BootstrapOutcome;
  readonly infrastructure: InfrastructureOutcome;
  readonly node: NodeOutcome;
  /** The next `spec.providerID`. */
  readonly providerID: string | undefined;
  /** The next name in `status.nodeRef`. */
  readonly nodeName: string | undefined;
  readonly failure: FailureFields;
  /** `undefined`: no MachineDeployment manages the Machine. */
  readonly owners: MachineOwners | undefined;
}
