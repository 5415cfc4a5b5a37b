import type { ForgeryName } from "./forgeries.ts";

/** What is changed of an object before it is sent, and the seed of how. */
interface DrawnForgery {
  readonly name: ForgeryName;
  readonly seed: number;
}

/** Where an object of the attacker begins: as an object that the victim has then, as tenants write one, or as its schema admits it. */
export type Source = "copy" | "sample" | "schema";

/** An object of the attacker's, and when it is written. */
export interface DrawnAct {
  /** Who writes it, counted from 0. */
  readonly attacker: number;
  /** The seed that it was drawn from. */
  readonly of: number;
  /** The step of the victim's flow, counted from 0. */
  readonly step: number;
  /** How often the world came to rest in that step; 0: right before the victim acts. */
  readonly look: number;
  readonly kind: string;
  readonly apiVersion: string;
  readonly source: Source;
  readonly seed: number;
  readonly forgeries: readonly DrawnForgery[];
  /** What becomes of it one look later. */
  readonly then: "stays" | "is deleted" | "is changed" | "loses its finalizers";
}

/** All that attackers do while the victim's flow goes on. */
export type DrawnAttack = readonly DrawnAct[];
