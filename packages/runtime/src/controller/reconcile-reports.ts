import type { Request } from "../enqueue/request.ts";
import type { ReconcileOutcome } from "../metrics/reconcile-metrics.ts";

/** A reconcile that has ended. */
export interface EndedReconcile {
  /** The name of the controller. */
  readonly controller: string;
  /** The kind of the object in `request`, if the controller has a kind of its own. */
  readonly kind?: string;
  /** The reconciled request. */
  readonly request: Request;
  /** The result of the reconcile. */
  readonly outcome: ReconcileOutcome;
  /** The duration, in seconds of the system clock. */
  readonly seconds: number;
  /** The error, if `outcome` is an error; the values of Secrets that the reconcile has read are redacted. */
  readonly error?: unknown;
}

/** A reconcile that is running. */
export interface LongRunningReconcile {
  /** The kind of the object in `request`, if the controller has a kind of its own. */
  readonly kind?: string;
  /** The request that is being reconciled. */
  readonly request: Request;
  /** How long it has been running, in seconds of the system clock. */
  readonly seconds: number;
  /** Its current requests and other waits of the SDK, such as `get Secret default/m1`; if empty, it runs the author's code. */
  readonly waitsFor: readonly string[];
}
