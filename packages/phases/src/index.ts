// Name phases
export { MachinePhase, parseMachinePhase } from "./names/phase-names.ts";
export { ProposalMachinePhase, parseProposalMachinePhase } from "./names/phase-names.ts";
export { toMachinePhase, toProposalMachinePhase, type PhaseSpelling } from "./names/phase-names.ts";

// Describe the facts about a Machine
export { type ConcernedObject } from "./facts/concerned-object.ts";
export { type Requirement } from "./facts/requirement.ts";
export {
  type InfrastructureFacts,
  type MachineFacts,
  type MachineFailure,
  type NodeFacts,
  type ReferencedObjectFacts,
} from "./facts/machine-facts.ts";

// Compute the phase that the proposal defines
export { computeMachinePhase, type MachinePhaseResult } from "./proposal/compute-machine-phase.ts";
export { literalProposal, type ProposalOptions } from "./proposal/proposal-options.ts";
export { type ProposalRequirementId } from "./proposal/proposal-requirements.ts";
export { phasePriority, phaseTable, type PhaseTable } from "./proposal/phase-table.ts";

// Compute the phase that Cluster API sets
export { computeUpstreamPhase, type UpstreamPhaseResult } from "./upstream/compute-upstream-phase.ts";
export { type UpstreamInputs } from "./upstream/upstream-inputs.ts";
export { type UpstreamRequirementId } from "./upstream/upstream-requirements.ts";
export { upstreamSteps, type ClusterAPIRelease, type UpstreamStep } from "./upstream/upstream-steps.ts";

// Read facts from objects
export { type ObservedMachine, type ObservedObject } from "./adapters/observed-machine.ts";
export {
  factsFromV1Alpha2,
  upstreamInputsFromV1Alpha2,
  type MachineV1Alpha2,
  type ObjectReferenceV1Alpha2,
} from "./adapters/v1alpha2-machine.ts";
export { factsFromV1Beta1, upstreamInputsFromV1Beta1 } from "./adapters/v1beta1-machine.ts";
export { factsFromV1Beta2, upstreamInputsFromV1Beta2 } from "./adapters/v1beta2-machine.ts";

// Track phases, and draw them
export { bootstrapPhase, infrastructurePhase } from "./provider-phases.ts";
export { PhaseTracker, type PhaseTrackerEvents, type PhaseTransition } from "./phase-tracker.ts";
export { machineStateDiagram, type DiagramOptions } from "./diagram/machine-state-diagram.ts";
