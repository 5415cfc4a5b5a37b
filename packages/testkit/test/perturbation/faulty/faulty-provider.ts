import type { ProviderRole } from "@capstan/provider";
import type { DisturbanceName, Scenario } from "@capstan/testkit/perturbation";

/** What brings a fault to light: a way to disturb the world, or an invariant that is broken though nothing is disturbed. */
export type Killer = DisturbanceName | "undisturbed";

/** A provider with one fault, and what must bring it to light. */
export interface FaultyProvider {
  readonly role: ProviderRole;
  /** A sentence without its subject. */
  readonly fault: string;
  readonly killedBy: readonly [Killer, ...Killer[]];
  /** A part of the message about it. */
  readonly says: RegExp;
  readonly scenario: Scenario;
}
