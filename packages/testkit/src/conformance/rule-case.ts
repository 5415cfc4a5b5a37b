import type { DynamicRuleId } from "@capstan/contract";
import type { ProviderDefinition } from "@capstan/provider";
import type { Scene } from "./scene.ts";

/** How one rule of the contract is tried. */
export interface RuleCase {
  /** Rules that hold if it passes. */
  readonly rules: readonly DynamicRuleId[];
  /** What is seen, as a sentence about the object. */
  readonly sentence: string;
  /** Whether it is about such a kind. Default: it is. */
  readonly concerns?: (definition: ProviderDefinition) => boolean;
  readonly run: (scene: Scene) => Promise<void>;
}
