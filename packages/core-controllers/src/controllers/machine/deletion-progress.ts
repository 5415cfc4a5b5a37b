import { type DeletionTimes } from "../../drain/time-limits.ts";

/** How far the deletion of a Machine has progressed, for its `Deleting` condition. */
export interface DeletionProgress {
  readonly reason: string;
  readonly message: string;
  /** For `status.deletion`: when the stages of this reconcile began. */
  readonly times?: DeletionTimes;
  /**
   * It waits only for an object whose deletion was requested, which usually takes moments. A Machine that already shows Deleting reports
   * this only after a while.
   */
  readonly passing?: boolean;
}
