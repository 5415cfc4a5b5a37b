// Describe the instance that boots
export type { InstanceData } from "./input/instance-data.ts";

// Plan what a machine does
export { planBoot, type PlanOptions } from "./plan/plan-boot.ts";
export type { BootFormat } from "./input/format.ts";
export type { BootPlan } from "./plan/boot-plan.ts";
export type { BootFile, BootStep, CommandStep, FileStep, IgnoredPart, OnFailure } from "./steps/boot-step.ts";
export { fileCommand } from "./steps/file-command.ts";

// Read files and commands, without a plan
export { parseBootstrapData } from "./image/parse-bootstrap-data.ts";
export type { ImageFile, ImageUser, MachineImage } from "./image/machine-image.ts";
export type { Command } from "./cloud-init/commands.ts";

// Recognize unusable data
export {
  BootstrapDataError,
  type BootstrapDataProblem,
  bootstrapDataProblems,
  isBootstrapDataError,
} from "./input/bootstrap-data-error.ts";
