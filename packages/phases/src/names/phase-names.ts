/**
 * The Machine phases as Cluster API spells them today (`status.phase` since v1alpha3).
 *
 * `Deleted`, `Failed` and `Unknown` are never computed by today's Go code; `Unknown` is only what a typed reading gives.
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
/** The phases, as Cluster API spells them. */
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
/** The phases, as the proposal spells them. */
export type ProposalMachinePhase = (typeof ProposalMachinePhase)[keyof typeof ProposalMachinePhase];

/** How phases are spelled: `lower-case` in v1alpha2 (`pending`), `capitalized` in every later version (`Pending`). */
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
 * Reads `status.phase` as a typed phase. What is not a phase of today's spelling is `Unknown`: the empty string, the
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
 * Reads a v1alpha2 `status.phase`. What is not one of its seven phases is `""`, as in Cluster API v0.2. Never throws.
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
 * The proposal's phase in today's spelling.
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
 * Today's phase in the proposal's spelling: `Updating` has no counterpart and is `running`; `Unknown` is `""`.
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

/** The proposal's phase in the given spelling. */
export function spellPhase(phase: ProposalMachinePhase, spelling: PhaseSpelling): MachinePhase | ProposalMachinePhase {
  return spelling === "capitalized" ? toMachinePhase(phase) : phase;
}
