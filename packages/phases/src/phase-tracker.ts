import { EventEmitter } from "eventemitter3";
import { type MachineFacts } from "./facts/machine-facts.ts";
import { computeMachinePhase, type MachinePhaseResult } from "./proposal/compute-machine-phase.ts";
import { type ProposalOptions } from "./proposal/proposal-options.ts";
import { type ProposalRequirementId } from "./proposal/proposal-requirements.ts";
import { type Requirement } from "./facts/requirement.ts";

/** A Machine's transition from one phase to another. */
export interface PhaseTransition {
  /** The key of the Machine, as passed to `observe`. */
  readonly machine: string;
  /** `""` if the Machine had no phase before. */
  readonly from: string;
  /** The phase that the Machine has now. */
  readonly to: MachinePhaseResult["phase"];
  /** The time that was passed with the facts. */
  readonly at: Date;
  /** The conditions of the new phase and of the next phase that hold now. */
  readonly because: readonly Requirement<ProposalRequirementId>[];
}

/** The events of a {@link PhaseTracker}. */
export interface PhaseTrackerEvents {
  /** A Machine has another phase than in the observation before. */
  transition: [transition: PhaseTransition];
}

/**
 * Emits `transition` whenever the facts of a Machine result in another phase than before.
 *
 * The first facts of a Machine are compared with its stored phase, so that a restart repeats no transition. Stores one word per Machine,
 * until {@link PhaseTracker.forget}.
 *
 * @example
 * ```ts
 * import { PhaseTracker } from "@capstan/phases";
 *
 * const tracker = new PhaseTracker();
 * tracker.on("transition", ({ machine, from, to }) => console.log(`${machine}: ${from} → ${to}`));
 * tracker.observe("default/m1", { storedPhase: "" }, new Date(0)); // default/m1:  → pending
 * ```
 */
export class PhaseTracker extends EventEmitter<PhaseTrackerEvents> {
  readonly #options: ProposalOptions;
  readonly #phases = new Map<string, string>();

  constructor(options: ProposalOptions = {}) {
    super();
    this.#options = options;
  }

  /**
   * Computes the phase of `machine`, and emits the transition, if there is one, before it returns.
   *
   * @param machine - any key that identifies the Machine, such as `namespace/name`.
   * @param at - the time of the observation.
   */
  observe(machine: string, facts: MachineFacts, at: Date): MachinePhaseResult {
    const result = computeMachinePhase(facts, this.#options);
    const from = this.#phases.get(machine) ?? facts.storedPhase ?? "";
    if (result.unchanged) return result;
    this.#phases.set(machine, result.phase);
    if (from !== result.phase) {
      this.emit("transition", { machine, from, to: result.phase, at, because: result.met });
    }
    return result;
  }

  /** The last computed phase; undefined before the first observation. */
  phaseOf(machine: string): string | undefined {
    return this.#phases.get(machine);
  }

  /** Forgets a deleted Machine. Later facts start from scratch. */
  forget(machine: string): void {
    this.#phases.delete(machine);
  }
}
