import type { Source } from "../enqueue/source.ts";
import type { BackoffOptions } from "../queue/rate-limiter.ts";
import type { Reconciler } from "./reconciler.ts";

/** Options of `Controller`. */
export interface ControllerOptions {
  /** Lower case, unique in its manager: for logs, metrics and Events. */
  readonly name: string;
  /** What is called with each request. */
  readonly reconciler: Reconciler;
  /** What wakes it. */
  readonly sources: readonly Source[];
  /** Requests reconciled at a time, never the same one twice, unless the manager's options say otherwise. Default: 10. */
  readonly concurrency?: number;
  /**
   * How long a reconcile may take, in milliseconds of the machine's time, until its signal ends it and its worker is taken from it.
   * Default: the manager's, which is 60,000.
   */
  readonly reconcileTimeoutMs?: number;
  /** Retries of failed reconciles. */
  readonly backoff?: BackoffOptions;
  /** Whether it runs only on the elected leader. Default true. */
  readonly needsLeaderElection?: boolean;
}
