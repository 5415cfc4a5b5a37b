import { ProposalMachinePhase } from "../names/phase-names.ts";
import { type ProposalOptions } from "./proposal-options.ts";
import { type ProposalRequirementId } from "./proposal-requirements.ts";

/** All conditions of each phase, in the order in which they are met. */
export type PhaseTable = Readonly<Record<ProposalMachinePhase, readonly ProposalRequirementId[]>>;

/**
 * The conditions of the proposal, with the choices of `options`.
 *
 * @example
 * ```ts
 * import { phaseTable } from "@capstan/phases";
 *
 * console.log(phaseTable().running); // the ids of the conditions
 * ```
 */
export function phaseTable(options: ProposalOptions = {}): PhaseTable {
  const provisioned: readonly ProposalRequirementId[] = ["cluster", "infrastructure-provisioned", "provider-id"];
  return {
    pending: ["no-phase"],
    provisioning: ["cluster", ...bootstrapRequirements(options)],
    provisioned,
    running: [...(options.runningByNodeAlone === true ? nodeAlone : provisioned), "node-ready"],
    deleting: ["deletion-requested"],
    deleted:
      options.deletedWhileDeleting === true
        ? ["deletion-requested", "infrastructure-deleting", "bootstrap-config-deleting"]
        : ["deletion-requested", "infrastructure-gone", "bootstrap-config-gone"],
    failed: ["failure"],
  };
}

/** What a Node needs to be the Machine's. */
const nodeAlone: readonly ProposalRequirementId[] = ["cluster", "machine-provider-id"];

function bootstrapRequirements(options: ProposalOptions): readonly ProposalRequirementId[] {
  return [
    ...(options.requireConfigRef === true ? (["bootstrap-config-ref"] as const) : []),
    ...(options.requireConfigReady === true ? (["bootstrap-config-ready"] as const) : []),
    options.acceptEmptyProviderData === true ? "any-bootstrap-data" : "bootstrap-data",
  ];
}

/**
 * The priority of phases if the conditions of several hold (d.1). `pending` comes before the phases towards `running` because it is always
 * the first phase (d.9), and remains if no conditions are met.
 */
export const phasePriority: readonly ProposalMachinePhase[] = [
  ProposalMachinePhase.Deleted,
  ProposalMachinePhase.Deleting,
  ProposalMachinePhase.Failed,
  ProposalMachinePhase.Pending,
  ProposalMachinePhase.Running,
  ProposalMachinePhase.Provisioned,
  ProposalMachinePhase.Provisioning,
];

/** The next phase if all goes well. */
export const nextPhase: Readonly<Partial<Record<ProposalMachinePhase, ProposalMachinePhase>>> = {
  pending: ProposalMachinePhase.Provisioning,
  provisioning: ProposalMachinePhase.Provisioned,
  provisioned: ProposalMachinePhase.Running,
  deleting: ProposalMachinePhase.Deleted,
};

/** The first phase in the order of priority whose conditions all hold. */
export function phaseThatHolds(table: PhaseTable, holds: (id: ProposalRequirementId) => boolean): ProposalMachinePhase {
  return phasePriority.find((phase) => table[phase].every(holds)) ?? ProposalMachinePhase.Pending;
}
