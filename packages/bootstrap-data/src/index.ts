// Describe the instance that boots
export type { InstanceData } from "./instance-data.ts";

// Plan what a machine does
export { planBoot, type PlanOptions } from "./plan/plan-boot.ts";
export type {
  BootFile,
  BootFormat,
  BootPlan,
  BootStep,
  CommandStep,
  FileStep,
  IgnoredPart,
  OnFailure,
} from "./plan/boot-plan.ts";
export { fileCommand } from "./plan/file-command.ts";

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
} from "./bootstrap-data-error.ts";
