export { type CoreControllersOptions, setupCoreControllers } from "./setup.ts";
export { runCore, type RunCoreOptions } from "./run-core.ts";
export { type PhaseReading, phaseReadings } from "./reconcilers/machine/phase.ts";
export { ownReasons } from "./conditions/own-reasons.ts";
