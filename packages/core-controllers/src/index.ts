// Add the core controllers to your own manager, or run them as a program
export { type CoreControllersOptions, setupCoreControllers } from "./setup.ts";
export { runCore, type RunCoreOptions } from "./run-core.ts";
export { type PhaseReading } from "./controllers/machine/phase.ts";

// Install them: their CRDs, and the permissions of their account
export { convertedCoreCRDs } from "./api/converted-crds.ts";
export { coreClusterRules, coreRules } from "./core-rules.ts";
