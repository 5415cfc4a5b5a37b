import type { RuleId, Violation } from "@capstan/contract";
import type { JsonObject } from "@capstan/kube";

/** How the SDK treats the kinds of a role, beyond what the role's table in the contract says. */
export interface KindTraits {
  /**
   * The condition that says whether an object has done what its contract asks, in addition to the summary Ready; and its reason
   * while True.
   */
  readonly condition: {
    readonly type: string;
    readonly reason: string;
    /** Once True it stays True, as the flag does, whatever happens to the object. Default: it reports the present state. */
    readonly lasting?: true;
  };
  /** What author code returns once it has. */
  readonly success: {
    /** `type` of the outcome. */
    readonly type: string;
    /** The facts that it cannot do without, by name, each with the rule that demands it. */
    readonly demands: Readonly<Record<string, RuleId>>;
  };
  /** What the SDK does with Secrets for these kinds. */
  readonly secrets: "read" | "write";
  /** What is wrong with an outcome beyond the values of its facts. Default: nothing. */
  readonly violationsOf?: (outcome: JsonObject) => Violation[];
}
