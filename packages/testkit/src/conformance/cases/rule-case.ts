import type { DynamicRuleId } from "@capstan/contract";
import type { Scene } from "../scene/scene.ts";
import type { TestedKind } from "../scene/subject.ts";

/** A test of one or more rules of the contract. */
export interface RuleCase {
  /** The rules that hold if the case passes. */
  readonly rules: readonly DynamicRuleId[];
  /** The observation, as a sentence about the object. */
  readonly sentence: string;
  /** Whether the case applies to a kind. Default: yes. */
  readonly concerns?: (definition: TestedKind) => boolean;
  /**
   * Whether the case needs the answers of the kind's admission webhooks, as of a provider with `--webhook-cert-dir`. Where they are not
   * called, it is not observable that a rule holds, but it may be that one is broken. Default: no.
   */
  readonly hasAdmission?: boolean;
  /**
   * Plays the case. A failure before the first call of `scene.about` says nothing about the rules, because the setup failed.
   *
   * @throws NotSo a rule that the scene is about is broken.
   */
  readonly run: (scene: Scene) => Promise<void>;
}
