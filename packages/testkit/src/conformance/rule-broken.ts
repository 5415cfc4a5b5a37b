import { type DynamicRuleId, ruleText, type Violation, violation } from "@capstan/contract";
import { CapstanError } from "@capstan/kube";

/** A case of the conformance suite did not hold. `cause` is what was seen. */
export class RuleBroken extends CapstanError {
  readonly code = "ConformanceFailed";
  readonly retry = "never";
  /** The rules that the case tries; at least one of them is broken. */
  readonly violations: readonly Violation<DynamicRuleId>[];

  constructor(rules: readonly DynamicRuleId[], kind: string, sentence: string, cause: Error, seen = "") {
    const violations = rules.map((rule) => violation(rule, { path: kind, expected: sentence, actual: cause.message }));
    const lines = rules.map((rule) => `\n- ${ruleText(rule)}`);
    super(
      `Expected that ${kind} ${sentence}: ${cause.message}\nOne of these rules is broken:${lines.join("")}${seen}`,
      {
        cause,
      },
    );
    this.violations = violations;
  }
}
