import { bootstrapObjects } from "./bootstrap-objects.ts";
import { flowObjects } from "./flow-objects.ts";
import { type GeneratedFile } from "./generated-file.ts";
import { healthChecks } from "./health-checks.ts";

/** All files generated from the initial state of a real API server. */
export const generatedFiles: readonly GeneratedFile[] = [bootstrapObjects, flowObjects, healthChecks];
