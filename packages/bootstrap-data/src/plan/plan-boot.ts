import type { InstanceData } from "../instance-data.ts";
import type { BootFormat, BootPlan } from "./boot-plan.ts";

/** How to read bootstrap data. */
export interface PlanOptions {
  /** The `format` of the bootstrap data Secret. Default: recognized by the first line. */
  readonly format?: BootFormat;
  /** The instance that boots. */
  readonly instance: InstanceData;
}

/**
 * Plans what a machine does with its bootstrap data. Pure: no I/O, and no command runs.
 *
 * @throws `BootstrapDataError` the data has another format, or is malformed. Its message never quotes the data.
 */
export function planBoot(data: string | Uint8Array, options: PlanOptions): BootPlan {
  throw new Error(`not planned yet: ${String(data.length)} ${options.instance.instanceID}`);
}
