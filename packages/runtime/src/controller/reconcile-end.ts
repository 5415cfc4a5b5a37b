import { retryOf } from "@capstan/kube";
import { isConflict } from "../errors/api-error.ts";
import type { Request } from "../enqueue/request.ts";
import type { Logger } from "../logging/logger.ts";
import { isBug } from "../logging/plain-value.ts";
import type { ReconcileOutcome } from "../metrics/reconcile-metrics.ts";
import type { WorkQueue } from "../queue/work-queue.ts";
import type { EndedReconcile } from "./reconcile-reports.ts";
import type { Result } from "./result.ts";

/** How a reconcile ended, and what it threw. */
export type ReconcileEnd = Pick<EndedReconcile, "outcome" | "error">;

/** Queues the request of a reconcile that succeeded for when it is to come back. */
export function succeeded(
  queue: Pick<WorkQueue, "forget" | "add">,
  request: Request,
  { requeueAfterMs }: Result,
): ReconcileOutcome {
  queue.forget(request);
  if (requeueAfterMs === undefined) return "success";
  // Zero would come back in the same turn forever; one millisecond lets everything else have its turn.
  queue.add(request, { afterMs: Math.max(1, requeueAfterMs) });
  return "requeue_after";
}

/**
 * Queues the request of a reconcile that threw for another attempt, unless none would help, and logs it.
 *
 * @param thrown - what it threw, and for how long it had kept its worker.
 */
export function threw(
  queue: Pick<WorkQueue, "forget" | "addRateLimited" | "failures">,
  request: Request,
  logger: Logger,
  { error, heldMs }: { readonly error: unknown; readonly heldMs: number },
): ReconcileEnd {
  if (retryOf(error) === "never") {
    queue.forget(request);
    logger.error("Reconcile failed; retrying when something changes", { error });
    return { outcome: "terminal_error", error };
  }
  const retryInMs = queue.addRateLimited(request, { heldMs });
  const fields = { error, retryInMs, failures: queue.failures(request) };
  // Losing a race is ordinary: the retry sees what the other writer wrote.
  if (isConflict(error)) logger.debug("Reconcile met a conflict; retrying", fields);
  // A typed error says what happens; any other comes out of an author's code, and has its stack.
  else if (error instanceof Error && !isBug(error)) logger.warn("Reconcile failed; retrying", fields);
  else logger.error("Reconcile failed; retrying", fields);
  return { outcome: "error", error };
}
