import { awkwardCases } from "./awkward-cases.ts";
import { certificateCases } from "./certificate-cases.ts";
import { type DifferentialCase } from "./differential-case.ts";
import { generatedCases } from "./generated-cases.ts";
import { ignitionCases } from "./ignition-cases.ts";
import { refusedCases } from "./refused-cases.ts";
import { setupCases } from "./setup-cases.ts";

/** Every case of the comparison. */
export function allCases(): DifferentialCase[] {
  return [
    ...generatedCases(120, "cloud-config"),
    ...generatedCases(60, "ignition"),
    ...awkwardCases,
    ...certificateCases,
    ...ignitionCases,
    ...refusedCases,
    ...setupCases,
  ];
}
