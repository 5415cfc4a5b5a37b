import type { Source } from "../enqueue/source.ts";
import type { BackoffOptions } from "../queue/rate-limiter.ts";
import type { Reconciler } from "./reconciler.ts";

/** Options of `Controller`. */
export interface ControllerOptions {
  /** Lower case, unique in its manager; used in logs, metrics and Events. */
  readonly name: string;
  /** Called with each request. */
  readonly reconciler: Reconciler;
  /** The sources of requests. */
  readonly sources: readonly Source[];
  /**
   * The number of requests that are reconciled at a time, never the same one twice; options of the manager may override it. Default: 10.
   */
  readonly concurrency?: number;
  /**
   * The time limit of a reconcile, in milliseconds of the system clock; after it, the signal aborts and the reconcile loses its worker.
   * Default: the manager's, which is 60,000.
   */
  readonly reconcileTimeoutMs?: number;
  /** The delays of failed reconciles. */
  readonly backoff?: BackoffOptions;
  /** Whether it runs only on the elected leader. Default true. */
  readonly needsLeaderElection?: boolean;
}
