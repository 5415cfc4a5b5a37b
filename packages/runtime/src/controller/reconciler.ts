import type { Clock } from "../clock/clock.ts";
import type { Request } from "../enqueue/request.ts";
import type { Logger } from "../logging/logger.ts";
import type { Result } from "./result.ts";

/** The context of a reconcile. Its properties are created on access, so spreading it loses some of them. */
export interface ReconcileContext {
  /** Aborted when the manager stops, leadership is lost, or the reconcile has reached its deadline; pass it to everything that waits. */
  readonly signal: AbortSignal;
  /** A logger with the controller and the request as fields. */
  readonly logger: Logger;
  /** The clock, which tests control. */
  readonly clock: Clock;
}

/**
 * Brings one object from its actual to its desired state.
 *
 * Level-triggered: it gets the name of an object, not an event, and must reach the same result however often it is called. Never called
 * concurrently for one request. `Result.awaitChange()` waits for the next event; `Result.requeueAfter(ms)` also repeats after a delay. A
 * thrown error is retried with back-off or, if its `retry` is "never" as for `TerminalError`, only at the next event.
 */
export interface Reconciler {
  /** Reconciles the object of the request. */
  reconcile(request: Request, context: ReconcileContext): Promise<Result>;
}
