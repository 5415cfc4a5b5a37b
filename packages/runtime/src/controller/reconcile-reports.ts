import type { Request } from "../enqueue/request.ts";
import type { ReconcileOutcome } from "../metrics/reconcile-metrics.ts";

/** A reconcile that has ended. */
export interface EndedReconcile {
  /** The name of the controller. */
  readonly controller: string;
  /** Of the object that `request` names, if the controller has a kind of its own. */
  readonly kind?: string;
  /** What was reconciled. */
  readonly request: Request;
  /** How it ended. */
  readonly outcome: ReconcileOutcome;
  /** How long it took, in seconds of the machine's time. */
  readonly seconds: number;
  /** What it threw, if `outcome` is an error; cleared of the secrets that the reconcile has read. */
  readonly error?: unknown;
}

/** A reconcile that is under way. */
export interface LongRunningReconcile {
  /** Of the object that `request` names, if the controller has a kind of its own. */
  readonly kind?: string;
  /** What is being reconciled. */
  readonly request: Request;
  /** Since when, in seconds of the machine's time. */
  readonly seconds: number;
  /** The requests and the other waits of the SDK that it is in, such as `get Secret default/m1`; none: it is in the author's code. */
  readonly waitsFor: readonly string[];
}
