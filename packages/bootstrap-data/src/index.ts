/**
 * Bootstrap data, read as a machine reads it: cloud-config, scripts and Ignition.
 *
 * @packageDocumentation
 */

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
