import type { Cache } from "../cache/cache.ts";
import type { Clock } from "../clock/clock.ts";
import type { Predicate } from "../enqueue/predicate.ts";
import type { Logger } from "../logging/logger.ts";
import type { ManagerMetrics } from "../metrics/manager-metrics.ts";
import type { EndedReconcile } from "./reconcile-reports.ts";

/** The context that a manager passes to its controllers. */
export interface ControllerContext {
  /** The name of the manager, for tracing. */
  readonly manager?: string;
  readonly cache: Cache;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: ManagerMetrics;
  /** The default for controllers that do not set it. */
  readonly concurrency: number;
  /** By the name of the controller; overrides its own setting. */
  readonly concurrencyOf?: Readonly<Record<string, number>>;
  /** The period after which every object is reconciled, in milliseconds of `clock`. Default: only on changes. */
  readonly syncPeriodMs?: number;
  /** The default for controllers that do not set it. */
  readonly reconcileTimeoutMs: number;
  /** The clock of deadlines: requests of a reconcile do not follow a fake clock. */
  readonly deadlineClock: Clock;
  /** Whether workers never start, and `Controller.step` is called instead. Default: false. */
  readonly byStep?: boolean;
  readonly ownKindPredicate?: Predicate;
  /** Called with each reconcile that has ended, other than by a stop. */
  readonly onReconciled?: (ended: () => EndedReconcile) => void;
}
