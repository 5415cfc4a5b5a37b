import type { ProviderRole } from "@capstan/provider";
import type { DisturbanceName, Scenario } from "@capstan/testkit/perturbation";

/** A role of the contract, or a kind of providers for which it has none. */
export type TestedRole = ProviderRole | "Addon";

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
