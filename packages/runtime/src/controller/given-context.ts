import type { Clock } from "../clock/clock.ts";
import { requestKey } from "../enqueue/request.ts";
import type { Logger } from "../logging/logger.ts";
import type { ReconcileContext } from "./reconciler.ts";
import type { RunningReconcile } from "./running-reconciles.ts";

/** What one reconcile is given. Its parts are made when they are asked for: most reconciles neither wait nor log. */
export function givenContext(reconcile: RunningReconcile, ofController: Logger, clock: Clock): ReconcileContext {
  let own: Logger | undefined;
  // Getters of the object itself, so that a spread has them, too.
  return {
    clock,
    get signal() {
      return reconcile.signal;
    },
    get logger() {
      return (own ??= ofController.with({ request: requestKey(reconcile.request) }));
    },
  };
}
