import { commonOutcomes } from "../outcome/outcome.ts";
import { bootstrapOutcomes } from "./bootstrap-config/outcome.ts";
import { controlPlaneOutcomes } from "./control-plane/outcome.ts";
import { infraClusterOutcomes } from "./infra-cluster/outcome.ts";
import { infraMachinePoolOutcomes } from "./infra-machine-pool/outcome.ts";
import { infraMachineOutcomes } from "./infra-machine/outcome.ts";

/**
 * What author code returns: what is true, not what to write. Each says what the SDK does next.
 */
export const outcome = {
  ...bootstrapOutcomes,
  ...infraMachineOutcomes,
  ...infraClusterOutcomes,
  ...infraMachinePoolOutcomes,
  ...controlPlaneOutcomes,
  ...commonOutcomes,
};
