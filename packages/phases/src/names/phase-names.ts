/**
 * The Machine phases as Cluster API spells them today (`status.phase` since v1alpha3).
 *
 * The Go code of today never computes `Deleted`, `Failed` and `Unknown`; only a typed getter returns `Unknown`.
 */
export const MachinePhase = {
  Pending: "Pending",
  Provisioning: "Provisioning",
  Provisioned: "Provisioned",
  Running: "Running",
  Updating: "Updating",
  Deleting: "Deleting",
  Deleted: "Deleted",
  Failed: "Failed",
  Unknown: "Unknown",
} as const;
/** A Machine phase, as Cluster API spells it. */
export type MachinePhase = (typeof MachinePhase)[keyof typeof MachinePhase];

/** The seven Machine phases as the v1alpha2 proposal spells them. */
export const ProposalMachinePhase = {
  Pending: "pending",
  Provisioning: "provisioning",
  Provisioned: "provisioned",
  Running: "running",
  Deleting: "deleting",
  Deleted: "deleted",
  Failed: "failed",
} as const;
/** A Machine phase, as the proposal spells it. */
export type ProposalMachinePhase = (typeof ProposalMachinePhase)[keyof typeof ProposalMachinePhase];

/** The spelling of phases: `lower-case` in v1alpha2 (`pending`), `capitalized` in every later version (`Pending`). */
export type PhaseSpelling = "lower-case" | "capitalized";

const machinePhases: ReadonlySet<unknown> = new Set(Object.values(MachinePhase));
const proposalMachinePhases: ReadonlySet<unknown> = new Set(Object.values(ProposalMachinePhase));

function isMachinePhase(value: unknown): value is MachinePhase {
  return machinePhases.has(value);
}

function isProposalMachinePhase(value: unknown): value is ProposalMachinePhase {
  return proposalMachinePhases.has(value);
}

/**
 * Parses `status.phase` as a typed phase. Any value that is not a phase in today's spelling becomes `Unknown`: the empty string, the
 * lower-case names of v1alpha2, values that are not strings. Never throws.
 *
 * @example
 * ```ts
 * import { parseMachinePhase } from "@capstan/phases";
 *
 * console.log(parseMachinePhase("Running"), parseMachinePhase("Sleeping")); // Running Unknown
 * ```
 */
export function parseMachinePhase(value: unknown): MachinePhase {
  return isMachinePhase(value) ? value : MachinePhase.Unknown;
}

/**
 * Parses a v1alpha2 `status.phase`. Any value that is not one of its seven phases becomes `""`, as in Cluster API v0.2. Never throws.
 *
 * @example
 * ```ts
 * import { parseProposalMachinePhase } from "@capstan/phases";
 *
 * console.log(parseProposalMachinePhase("running"), parseProposalMachinePhase("sleeping") === ""); // running true
 * ```
 */
export function parseProposalMachinePhase(value: unknown): ProposalMachinePhase | "" {
  return isProposalMachinePhase(value) ? value : "";
}

const capitalized: Readonly<Record<ProposalMachinePhase, MachinePhase>> = {
  pending: MachinePhase.Pending,
  provisioning: MachinePhase.Provisioning,
  provisioned: MachinePhase.Provisioned,
  running: MachinePhase.Running,
  deleting: MachinePhase.Deleting,
  deleted: MachinePhase.Deleted,
  failed: MachinePhase.Failed,
};

/**
 * Converts the proposal's phase to today's spelling.
 *
 * @example
 * ```ts
 * import { toMachinePhase } from "@capstan/phases";
 *
 * console.log(toMachinePhase("running")); // Running
 * ```
 */
export function toMachinePhase(phase: ProposalMachinePhase): MachinePhase {
  return capitalized[phase];
}

/**
 * Converts today's phase to the proposal's spelling: `Updating` has no counterpart and becomes `running`; `Unknown` becomes `""`.
 *
 * @example
 * ```ts
 * import { toProposalMachinePhase } from "@capstan/phases";
 *
 * console.log(toProposalMachinePhase("Updating")); // running
 * ```
 */
export function toProposalMachinePhase(phase: MachinePhase): ProposalMachinePhase | "" {
  if (phase === MachinePhase.Updating) return ProposalMachinePhase.Running;
  return parseProposalMachinePhase(phase.toLowerCase());
}

/** Spells the proposal's phase in the given spelling. */
export function spellPhase(phase: ProposalMachinePhase, spelling: PhaseSpelling): MachinePhase | ProposalMachinePhase {
  return spelling === "capitalized" ? toMachinePhase(phase) : phase;
}
