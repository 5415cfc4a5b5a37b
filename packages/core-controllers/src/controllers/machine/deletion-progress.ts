import { type DeletionTimes } from "../../drain/time-limits.ts";

/** How far the deletion of a Machine has come, for its `Deleting` condition. */
export interface DeletionProgress {
  readonly reason: string;
  readonly message: string;
  /** For `status.deletion`: when the stages began that were gone through now. */
  readonly times?: DeletionTimes;
  /**
   * It waits only for an object that was asked to go, which most are within moments: a Machine that is shown as Deleting says
   * so only once it has waited for a while.
   */
  readonly passing?: boolean;
}
