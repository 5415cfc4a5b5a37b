import type { DynamicRuleId } from "@capstan/contract";
import type { Scene } from "./scene.ts";

/** How one rule of the contract is tried. */
export interface RuleCase {
  /** Rules that hold if it passes. */
  readonly rules: readonly DynamicRuleId[];
  /** What is seen, as a sentence about the object. */
  readonly sentence: string;
  readonly run: (scene: Scene) => Promise<void>;
}
