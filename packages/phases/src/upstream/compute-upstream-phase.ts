import { parseMachinePhase, toProposalMachinePhase, type MachinePhase } from "../names/phase-names.ts";
import { requirement, type Requirement } from "../facts/requirement.ts";
import { type UpstreamInputs } from "./upstream-inputs.ts";
import { upstreamRequirements, type StoredAndInputs, type UpstreamRequirementId } from "./upstream-requirements.ts";
import { upstreamGates, upstreamSteps, type ClusterAPIRelease } from "./upstream-steps.ts";

/** The phase that Cluster API's Machine controller would store, and its reasons. */
export interface UpstreamPhaseResult {
  /** The exact string: a stored phase that no step overwrites stays, even if it is unknown or empty. */
  readonly phase: string;
  /** The phase as a typed getter returns it. */
  readonly typed: MachinePhase;
  /** Whether the phase differs from the stored phase (`status.lastUpdated` is then set). */
  readonly changed: boolean;
  /** The conditions of the deciding assignment; empty if no assignment applied and the stored phase stayed. */
  readonly met: readonly Requirement<UpstreamRequirementId>[];
  /** The unmet conditions without which the controller does not call the function: pause, or no Cluster. */
  readonly awaiting: readonly Requirement<UpstreamRequirementId>[];
  /** Errors of the reconcile, passed through from the inputs. */
  readonly problems: readonly string[];
}

/**
 * Follows today's Go function step by step: it starts from the stored phase, each step may overwrite the result of the steps before, and
 * nothing resets it.
 *
 * Pure, total and deterministic.
 *
 * @param stored - the stored `status.phase`; `""` if missing.
 * @param inputs - the values that the function reads; a missing input is unset.
 * @param release - the release whose function to follow. Default: the current release. `v0.2` spells in lower case.
 * @see setMachinePhaseAndLastUpdated in core/reconcilers/machine/machine_controller_status.go of Cluster API v1.14.
 *
 * @example
 * ```ts
 * import { computeUpstreamPhase } from "@capstan/phases";
 *
 * console.log(computeUpstreamPhase("Pending", { bootstrapDataSecretCreated: true }).phase); // Provisioning
 * ```
 */
export function computeUpstreamPhase(
  stored: string,
  inputs: UpstreamInputs,
  release: ClusterAPIRelease = "v1.14",
): UpstreamPhaseResult {
  const facts: StoredAndInputs = { stored, inputs };
  const holds = (id: UpstreamRequirementId): boolean => upstreamRequirements[id].holds(facts);
  const awaiting = upstreamGates[release].filter((id) => !holds(id));
  const step =
    awaiting.length > 0 ? undefined : upstreamSteps[release].findLast(({ requirements }) => requirements.every(holds));
  const phase = step === undefined ? stored : spelledFor(release, step.phase);
  return {
    phase,
    typed: parseMachinePhase(phase),
    changed: phase !== stored,
    met: (step?.requirements ?? []).map((id) => requirement(upstreamRequirements, id, facts)),
    awaiting: awaiting.map((id) => requirement(upstreamRequirements, id, facts)),
    problems: inputs.problems ?? [],
  };
}

function spelledFor(release: ClusterAPIRelease, phase: MachinePhase): string {
  return release === "v0.2" ? toProposalMachinePhase(phase) : phase;
}
