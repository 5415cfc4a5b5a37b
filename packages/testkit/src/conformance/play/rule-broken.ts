import { type DynamicRuleId, ruleText, type Violation, violation } from "@capstan/contract";
import { CapstanError } from "@capstan/kube";
import type { Seen } from "./outcome.ts";
import { sayRequests } from "../scene/seen-requests.ts";

/** The expectation, and its kind. */
interface Expectation {
  readonly kind: string;
  readonly sentence: string;
}

/** A case of the conformance suite failed. `cause` is the observation. */
export class RuleBroken extends CapstanError {
  readonly code = "ConformanceFailed";
  readonly retry = "never";
  /** The rules that were being tested; at least one of them is broken. Empty for an add-on provider: the contract has no rules for it. */
  readonly violations: readonly Violation<DynamicRuleId>[];

  constructor(rules: readonly DynamicRuleId[], { kind, sentence }: Expectation, { found, requests = [] }: Seen) {
    super(`Expected that ${kind} ${sentence}: ${found.message}${sayRules(rules)}${sayRequests(requests)}`, {
      cause: found,
    });
    this.violations = rules.map((rule) => violation(rule, { path: kind, expected: sentence, actual: found.message }));
  }
}

function sayRules(rules: readonly DynamicRuleId[]): string {
  if (rules.length === 0) return "";
  const broken = rules.length === 1 ? "This rule is broken:" : "One of these rules is broken:";
  return `\n${broken}${rules.map((rule) => `\n- ${ruleText(rule)}`).join("")}`;
}

/**
 * The setup of a conformance case failed, for example because an object was not provisioned. This says nothing about its rules; the case of
 * the broken rule reports the problem.
 */
export class ScenarioBlocked extends CapstanError {
  readonly code = "ConformanceBlocked";
  readonly retry = "never";

  constructor({ kind, sentence }: Expectation, { found, requests = [] }: Seen) {
    super(`Could not test whether ${kind} ${sentence}: ${found.message}${sayRequests(requests)}`, {
      cause: found,
    });
  }
}
