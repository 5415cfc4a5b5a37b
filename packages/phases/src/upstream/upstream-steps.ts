import { MachinePhase } from "../names/phase-names.ts";
import { type UpstreamRequirementId } from "./upstream-requirements.ts";

/** An assignment of the Go function: it sets `phase` if all of `requirements` hold. */
export interface UpstreamStep {
  /** The phase that the step sets. */
  readonly phase: MachinePhase;
  /** The conditions under which the step sets it. */
  readonly requirements: readonly UpstreamRequirementId[];
}

/** The releases of Cluster API to follow: `v0.2` (v1alpha2), `v1.10` (v1.3 to v1.10, v1beta1) or `v1.14` (v1.12 to v1.14, v1beta2). */
export type ClusterAPIRelease = "v0.2" | "v1.10" | "v1.14";

const pending: UpstreamStep = { phase: MachinePhase.Pending, requirements: ["no-phase"] };
const provisioning: UpstreamStep = {
  phase: MachinePhase.Provisioning,
  requirements: ["bootstrap-data-secret-created", "infrastructure-not-provisioned"],
};
const running: UpstreamStep = {
  phase: MachinePhase.Running,
  requirements: ["node-ref", "infrastructure-provisioned"],
};
const failed: UpstreamStep = { phase: MachinePhase.Failed, requirements: ["failure"] };
const deleting: UpstreamStep = { phase: MachinePhase.Deleting, requirements: ["deletion-requested"] };

/** The assignments of each release, in the order of its source; the last assignment that applies wins. */
export const upstreamSteps: Readonly<Record<ClusterAPIRelease, readonly UpstreamStep[]>> = {
  "v0.2": [
    pending,
    provisioning,
    { phase: MachinePhase.Provisioned, requirements: ["infrastructure-provisioned"] },
    running,
    failed,
    deleting,
  ],
  "v1.10": [
    pending,
    provisioning,
    { phase: MachinePhase.Provisioned, requirements: ["provider-id-present"] },
    running,
    failed,
    deleting,
  ],
  "v1.14": [
    pending,
    provisioning,
    { phase: MachinePhase.Provisioned, requirements: ["provider-id"] },
    running,
    { phase: MachinePhase.Updating, requirements: ["updating"] },
    deleting,
  ],
};

/** The conditions without which the controller does not call the function, and the stored phase stays. */
export const upstreamGates: Readonly<Record<ClusterAPIRelease, readonly UpstreamRequirementId[]>> = {
  "v0.2": [],
  "v1.10": ["cluster", "not-paused"],
  "v1.14": ["cluster", "not-paused"],
};
