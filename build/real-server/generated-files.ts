import { bootstrapObjects } from "./bootstrap-objects.ts";
import { flowObjects } from "./flow-objects.ts";
import { type GeneratedFile } from "./generated-file.ts";
import { healthChecks } from "./health-checks.ts";

/** All that is made of what a real API server has from its beginning. */
export const generatedFiles: readonly GeneratedFile[] = [bootstrapObjects, flowObjects, healthChecks];
