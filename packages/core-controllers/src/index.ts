// Add the core controllers to a manager of your own, or run them
export { type CoreControllersOptions, setupCoreControllers } from "./setup.ts";
export { runCore, type RunCoreOptions } from "./run-core.ts";
export { type PhaseReading } from "./controllers/machine/phase.ts";

// Install them: their CRDs, and what the account that runs them may do
export { convertedCoreCRDs } from "./api/converted-crds.ts";
export { coreClusterRules, coreRules } from "./core-rules.ts";
