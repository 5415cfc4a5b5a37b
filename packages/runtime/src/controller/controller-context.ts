import type { Cache } from "../cache/cache.ts";
import type { Clock } from "../clock/clock.ts";
import type { Predicate } from "../enqueue/predicate.ts";
import type { Logger } from "../logging/logger.ts";
import type { ManagerMetrics } from "../metrics/manager-metrics.ts";
import type { EndedReconcile } from "./reconcile-reports.ts";

/** What a controller runs on: its manager gives it. */
export interface ControllerContext {
  /** The name of the manager, for who follows its reconciles. */
  readonly manager?: string;
  readonly cache: Cache;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: ManagerMetrics;
  /** For controllers that do not set it. */
  readonly concurrency: number;
  /** By the name of the controller, whatever it sets. */
  readonly concurrencyOf?: Readonly<Record<string, number>>;
  /** How often every object is reconciled at least, in milliseconds of `clock`. Default: when something changes only. */
  readonly syncPeriodMs?: number;
  /** For controllers that do not set it. */
  readonly reconcileTimeoutMs: number;
  /** Time of the deadlines: what a reconcile waits for does not follow a fake clock. */
  readonly deadlineClock: Clock;
  /** Whether workers never start, and `Controller.step` is called instead. Default: false. */
  readonly byStep?: boolean;
  readonly ownKindPredicate?: Predicate;
  /** Is shown each reconcile that has ended, other than by a stop. */
  readonly onReconciled?: (ended: () => EndedReconcile) => void;
}
