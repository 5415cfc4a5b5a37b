import type { Clock } from "../clock/clock.ts";
import type { Request } from "../enqueue/request.ts";
import type { Logger } from "../logging/logger.ts";
import type { Result } from "./result.ts";

/** What a reconcile may use: made when it is asked for by name, so that a spread of it has not all of it. */
export interface ReconcileContext {
  /**
   * Aborted when the manager stops, or leadership is lost, or the reconcile has reached its deadline; pass it to everything that
   * waits.
   */
  readonly signal: AbortSignal;
  /** Already carries the controller and the request. */
  readonly logger: Logger;
  /** The time, which tests move. */
  readonly clock: Clock;
}

/**
 * Brings one object from what is to what should be.
 *
 * Level-triggered: it learns which object, not what happened, and has to reach the same result however often it is called. Never
 * called twice at a time for one request. Returning `Result.awaitChange()` waits for the next event; `Result.requeueAfter(ms)` also
 * comes back by itself; throwing comes back with back-off, or, for an error whose `retry` is "never" such as `TerminalError`, only
 * at the next event.
 */
export interface Reconciler {
  /** Makes true what the object of the request asks for. */
  reconcile(request: Request, context: ReconcileContext): Promise<Result>;
}
