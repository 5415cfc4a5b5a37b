import { type DifferentialCase } from "./differential-case.ts";
import { generatedCases } from "./generated-cases.ts";

/** Every case of the comparison. */
export function allCases(): DifferentialCase[] {
  return [...generatedCases(120, "cloud-config"), ...generatedCases(60, "ignition")];
}
