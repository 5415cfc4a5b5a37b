import { type DynamicRuleId, ruleText, type Violation, violation } from "@capstan/contract";
import { CapstanError } from "@capstan/kube";
import type { Seen } from "./play/outcome.ts";
import { sayRequests } from "./scene/seen-requests.ts";

/** What was expected of which kind. */
interface Expectation {
  readonly kind: string;
  readonly sentence: string;
}

/** A case of the conformance suite did not hold. `cause` is what was seen. */
export class RuleBroken extends CapstanError {
  readonly code = "ConformanceFailed";
  readonly retry = "never";
  /** The rules that were tried when it was seen; at least one of them is broken. */
  readonly violations: readonly Violation<DynamicRuleId>[];

  constructor(rules: readonly DynamicRuleId[], { kind, sentence }: Expectation, { found, requests = [] }: Seen) {
    const lines = rules.map((rule) => `\n- ${ruleText(rule)}`);
    const broken = rules.length === 1 ? "This rule is broken:" : "One of these rules is broken:";
    super(`Expected that ${kind} ${sentence}: ${found.message}\n${broken}${lines.join("")}${sayRequests(requests)}`, {
      cause: found,
    });
    this.violations = rules.map((rule) => violation(rule, { path: kind, expected: sentence, actual: found.message }));
  }
}

/**
 * A case of the conformance suite could not be played: what it begins with, such as a provisioned object, did not come about. That
 * says nothing about its rules; the case whose rule is broken says what is wrong.
 */
export class ScenarioBlocked extends CapstanError {
  readonly code = "ConformanceBlocked";
  readonly retry = "never";

  constructor({ kind, sentence }: Expectation, { found, requests = [] }: Seen) {
    super(`Whether ${kind} ${sentence} could not be tried: ${found.message}${sayRequests(requests)}`, {
      cause: found,
    });
  }
}
