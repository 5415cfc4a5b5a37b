import type { Clock } from "../clock/clock.ts";
import { requestKey } from "../enqueue/request.ts";
import type { Logger } from "../logging/logger.ts";
import type { ReconcileContext } from "./reconciler.ts";
import type { RunningReconcile } from "./running-reconciles.ts";

/** The context of one reconcile. Its parts are created on access, because most reconciles neither wait nor log. */
export class GivenContext implements ReconcileContext {
  readonly clock: Clock;
  readonly #reconcile: RunningReconcile;
  readonly #ofController: Logger;
  #own: Logger | undefined;

  constructor(reconcile: RunningReconcile, ofController: Logger, clock: Clock) {
    this.clock = clock;
    this.#reconcile = reconcile;
    this.#ofController = ofController;
  }

  get signal(): AbortSignal {
    return this.#reconcile.signal;
  }

  get logger(): Logger {
    return (this.#own ??= this.#ofController.with({ request: requestKey(this.#reconcile.request) }));
  }
}
