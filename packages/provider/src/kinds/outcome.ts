import { commonOutcomes } from "../outcome/outcome.ts";
import { addonOutcomes } from "./addon/outcome.ts";
import { bootstrapOutcomes } from "./bootstrap-config/outcome.ts";
import { controlPlaneOutcomes } from "./control-plane/outcome.ts";
import { infraClusterOutcomes } from "./infra-cluster/outcome.ts";
import { infraMachinePoolOutcomes } from "./infra-machine-pool/outcome.ts";
import { ipPoolOutcomes } from "./ip-pool/outcome.ts";
import { infraMachineOutcomes } from "./infra-machine/outcome.ts";

/** The outcomes that your code returns. An outcome states a fact, and the SDK derives the writes and the next step from it. */
export const outcome = {
  ...bootstrapOutcomes,
  ...infraMachineOutcomes,
  ...infraClusterOutcomes,
  ...infraMachinePoolOutcomes,
  ...controlPlaneOutcomes,
  ...ipPoolOutcomes,
  ...addonOutcomes,
  ...commonOutcomes,
};
