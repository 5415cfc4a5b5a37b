// Find out what goes wrong when something goes wrong
export { perturb, findDivergences, type PerturbationProgress, type PerturbOptions } from "./perturb.ts";
export { PerturbationError } from "./perturbation-error.ts";
export { type Divergence, divergenceText, type PerturbationReport } from "./report.ts";

// Write scenarios
export type { OutsideThing, RunParts, Scenario, World, WorldState } from "./scenario.ts";
export { CloudCallError, CloudCalls } from "./cloud-calls.ts";

// Choose what goes wrong
export { type DisturbanceName, disturbanceNames } from "./disturbance.ts";
