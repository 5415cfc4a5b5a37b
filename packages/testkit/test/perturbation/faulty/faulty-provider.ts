import type { DisturbanceName, Scenario } from "@capstan/testkit/perturbation";
import type { TestedRole } from "../careful/tested-role.ts";

/** A perturbation that reveals a fault, or an invariant that is broken without any perturbation. */
export type Killer = DisturbanceName | "undisturbed";

/** A provider with one fault, and the perturbations or invariants that must reveal it. */
export interface FaultyProvider {
  readonly role: TestedRole;
  /** A sentence without its subject. */
  readonly fault: string;
  readonly killedBy: readonly [Killer, ...Killer[]];
  /** A part of the message about the fault. */
  readonly says: RegExp;
  readonly scenario: Scenario;
}
