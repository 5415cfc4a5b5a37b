import type { BootFormat } from "../input/format.ts";
import type { BootStep, IgnoredPart } from "../steps/boot-step.ts";

/** What a machine does with its bootstrap data, in order. Contains secrets. */
export interface BootPlan {
  /** The format of the data. */
  readonly format: BootFormat;
  /** What to carry out, in this order. */
  readonly steps: readonly BootStep[];
  /** What the data requests in vain. */
  readonly ignored: readonly IgnoredPart[];
}
