import { type AdmissionRule } from "./admission-rule.ts";

/** The rule for a number or percentage: a string must be a percentage. */
export function numberOrPercentage(at: string): AdmissionRule {
  return { at, bounds: { pattern: "^[+-]?[0-9]+%$" } };
}
