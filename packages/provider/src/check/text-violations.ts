import { type RuleId, type Violation, violation } from "@capstan/contract";

/** Checks that a value is a string of 1 to `max` characters. */
export function textViolations(rule: RuleId, path: string, text: unknown, max: number): Violation[] {
  if (typeof text === "string" && text.length > 0 && text.length <= max) return [];
  return [violation(rule, { path, expected: `a string of 1 to ${max} characters`, actual: text })];
}
