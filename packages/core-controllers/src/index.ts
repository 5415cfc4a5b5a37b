// Add the core controllers to a manager of your own, or run them
export { type CoreControllersOptions, setupCoreControllers } from "./setup.ts";
export { runCore, type RunCoreOptions } from "./run-core.ts";
export { type PhaseReading } from "./controllers/machine/phase.ts";
