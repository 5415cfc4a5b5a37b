import { type AdmissionRule } from "./admission-rule.ts";

/** A string in place of a number is a percentage. */
export function numberOrPercentage(at: string): AdmissionRule {
  return { at, bounds: { pattern: "^[+-]?[0-9]+%$" } };
}
