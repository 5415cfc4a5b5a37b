import type { DynamicRuleId } from "@capstan/contract";
import type { Scene } from "../scene/scene.ts";
import type { TestedKind } from "../scene/subject.ts";

/** How one rule of the contract is tried. */
export interface RuleCase {
  /** Rules that hold if it passes. */
  readonly rules: readonly DynamicRuleId[];
  /** What is seen, as a sentence about the object. */
  readonly sentence: string;
  /** Whether it is about such a kind. Default: it is. */
  readonly concerns?: (definition: TestedKind) => boolean;
  /**
   * Plays it. What goes wrong before the first call of `scene.about` says nothing about the rules: the scene could not be set.
   *
   * @throws NotSo it does not hold: the rules that the scene is about are broken.
   */
  readonly run: (scene: Scene) => Promise<void>;
}
