// Test a provider while something goes wrong
export { perturb, findDivergences } from "./perturb.ts";
export type { PerturbationProgress, PerturbOptions } from "./perturb-options.ts";
export { PerturbationError } from "./perturbation-error.ts";
export { type Divergence, divergenceText, type PerturbationReport } from "./report.ts";

// Test a manager in a separate process while something goes wrong
export { findProcessDivergences } from "./perturb-process.ts";
export type { ProcessScenario, ProcessSurroundings, RealTime } from "./process-scenario.ts";
export { stepsOfObjects } from "./steps-of-objects.ts";

// Write scenarios
export type { OutsideThing, RunParts, Scenario, World, WorldState } from "./scenario.ts";
export { CloudCallError, CloudCalls } from "./cloud-calls.ts";

// Select disturbances
export { type DisturbanceName, disturbanceNames } from "./disturbance.ts";
