import type { ForgeryName } from "./forgeries.ts";

/** A change of an object before it is sent, with its seed. */
interface DrawnForgery {
  readonly name: ForgeryName;
  readonly seed: number;
}

/**
 * The origin of an attacker's object: an object that the victim has at that time, a typical manifest of a tenant, or a random object of its
 * schema.
 */
export type Source = "copy" | "sample" | "schema";

/** An object of an attacker, and when it is written. */
export interface DrawnAct {
  /** The attacker, counted from 0. */
  readonly attacker: number;
  /** The seed from which it was drawn. */
  readonly of: number;
  /** The step of the victim's flow, counted from 0. */
  readonly step: number;
  /** How often the world became idle in that step; 0: right before the victim acts. */
  readonly look: number;
  readonly kind: string;
  readonly apiVersion: string;
  readonly source: Source;
  readonly seed: number;
  readonly forgeries: readonly DrawnForgery[];
  /** Its change at the next look. */
  readonly then: "stays" | "is deleted" | "is changed" | "loses its finalizers";
}

/** All actions of attackers during the victim's flow. */
export type DrawnAttack = readonly DrawnAct[];
