import { type MachineFacts, type MachineFailure } from "../facts/machine-facts.ts";
import {
  type MachinePhase,
  ProposalMachinePhase,
  parseMachinePhase,
  parseProposalMachinePhase,
  spellPhase,
} from "../names/phase-names.ts";
import { requirement, type Requirement } from "../facts/requirement.ts";
import { nextPhase, phaseTable, phaseThatHolds, type PhaseTable } from "./phase-table.ts";
import { type ProposalOptions } from "./proposal-options.ts";
import { awaitedAfter, proposalRequirements, type ProposalRequirementId } from "./proposal-requirements.ts";

/** The phase of a Machine by the proposal's reading, and its reasons. */
export interface MachinePhaseResult {
  /** The phase in the requested spelling. `""` only for a paused Machine without a phase (or, in lower case, with an unknown phase). */
  readonly phase: MachinePhase | ProposalMachinePhase | "";
  /** The conditions of this phase and of the next phase that hold. */
  readonly met: readonly Requirement<ProposalRequirementId>[];
  /** The conditions that the next phase still waits for; empty without a next phase. */
  readonly awaiting: readonly Requirement<ProposalRequirementId>[];
  /** The phase once `awaiting` is empty; undefined after `running` and `deleted`. */
  readonly next: MachinePhase | ProposalMachinePhase | undefined;
  /** Whether the stored phase must stay unchanged, whatever it is, because the Machine is paused. Write nothing then. */
  readonly unchanged: boolean;
  /** The failure that caused `failed`; if it is not `recorded`, the writer of the Machine should record it there. */
  readonly failure: MachineFailure | undefined;
  /** Errors to report; none of them changes the phase by itself. */
  readonly problems: readonly string[];
}

/**
 * Computes the phase by the proposal's reading, from the facts alone. The phase before has no influence, except that the first phase is
 * always `pending`, and that a paused Machine keeps its phase.
 *
 * Pure, total and deterministic. The phase is for users: programs should decide by the fields, never by the phase.
 *
 * @param facts - the known facts; see {@link MachineFacts} for the defaults of missing facts.
 * @param options - the points in which to take the proposal literally. Default: none.
 * @see "States and transitions" of the Cluster API proposal "Machine States & Preboot Bootstrapping".
 *
 * @example
 * ```ts
 * import { computeMachinePhase } from "@capstan/phases";
 *
 * const { phase, awaiting } = computeMachinePhase({ storedPhase: "" });
 * console.log(phase, awaiting.map(({ sentence }) => sentence)); // pending, and what it waits for
 * ```
 */
export function computeMachinePhase(facts: MachineFacts, options: ProposalOptions = {}): MachinePhaseResult {
  const table = phaseTable(options);
  const spelling = facts.spelling ?? "lower-case";
  const unchanged = facts.paused === true;
  const phase = phaseOf(facts, table);
  const obstacle = obstacleOf(facts, phase, table);
  const next = obstacle?.next ?? nextPhase[phase];
  const ofNext = next === undefined ? [] : table[next];
  const relevant = [...new Set([...table[phase], ...ofNext])];
  const awaited = obstacle === undefined ? ofNext.filter((id) => isAwaited(id, facts)) : [obstacle.awaiting];
  return {
    phase: unchanged ? storedPhase(facts) : spellPhase(phase, spelling),
    met: relevant.filter((id) => holds(id, facts)).map((id) => requirement(proposalRequirements, id, facts)),
    awaiting: awaited.map((id) => requirement(proposalRequirements, id, facts)),
    next: next === undefined ? undefined : spellPhase(next, spelling),
    unchanged,
    failure: phase === ProposalMachinePhase.Failed ? facts.failure : undefined,
    problems: facts.problems ?? [],
  };
}

function holds(id: ProposalRequirementId, facts: MachineFacts): boolean {
  return proposalRequirements[id].holds(facts);
}

function phaseOf(facts: MachineFacts, table: PhaseTable): ProposalMachinePhase {
  return phaseThatHolds(table, (id) => holds(id, facts));
}

function isAwaited(id: ProposalRequirementId, facts: MachineFacts): boolean {
  const before = awaitedAfter[id];
  return !holds(id, facts) && (before === undefined || holds(before, facts));
}

/** The single obstacle that keeps a Machine from the phase that its other facts result in. */
interface Obstacle {
  readonly awaiting: ProposalRequirementId;
  readonly next: ProposalMachinePhase;
}

function obstacleOf(facts: MachineFacts, phase: ProposalMachinePhase, table: PhaseTable): Obstacle | undefined {
  if (!holds("not-paused", facts)) return { awaiting: "not-paused", next: phase };
  if (phase === ProposalMachinePhase.Failed) {
    return { awaiting: "no-failure", next: phaseOf({ ...facts, failure: undefined }, table) };
  }
  const onceRecorded = phaseOf({ ...facts, storedPhase: undefined }, table);
  return onceRecorded === phase ? undefined : { awaiting: "first-phase", next: onceRecorded };
}

function storedPhase(facts: MachineFacts): MachinePhase | ProposalMachinePhase | "" {
  const stored = facts.storedPhase ?? "";
  if (facts.spelling !== "capitalized") return parseProposalMachinePhase(stored);
  return stored === "" ? "" : parseMachinePhase(stored);
}
