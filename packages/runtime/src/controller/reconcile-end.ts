import { retryOf } from "@capstan/kube";
import { isConflict } from "../errors/api-error.ts";
import type { Request } from "../enqueue/request.ts";
import type { Logger } from "../logging/logger.ts";
import { isBug } from "../logging/plain-value.ts";
import type { ReconcileOutcome } from "../metrics/reconcile-metrics.ts";
import type { WorkQueue } from "../queue/work-queue.ts";
import type { EndedReconcile } from "./reconcile-reports.ts";
import type { Result } from "./result.ts";

/** The outcome of a reconcile, and its error. */
export type ReconcileEnd = Pick<EndedReconcile, "outcome" | "error">;

/** Requeues the request of a successful reconcile, if its result says so. */
export function succeeded(
  queue: Pick<WorkQueue, "forget" | "add">,
  request: Request,
  { requeueAfterMs }: Result,
): ReconcileOutcome {
  queue.forget(request);
  if (requeueAfterMs === undefined) return "success";
  // Zero would repeat in the same turn forever; one millisecond lets other work run.
  queue.add(request, { afterMs: Math.max(1, requeueAfterMs) });
  return "requeue_after";
}

/**
 * Requeues the request of a failed reconcile with back-off, unless a retry cannot help, and logs the error.
 *
 * @param thrown - the error, and how long the reconcile had held its worker.
 */
export function threw(
  queue: Pick<WorkQueue, "forget" | "addRateLimited" | "failures">,
  request: Request,
  logger: Logger,
  { error, heldMs }: { readonly error: unknown; readonly heldMs: number },
): ReconcileEnd {
  if (retryOf(error) === "never") {
    queue.forget(request);
    logger.error("Reconcile failed; retrying when an object changes", { error });
    return { outcome: "terminal_error", error };
  }
  const retryInMs = queue.addRateLimited(request, { heldMs });
  const fields = { error, retryInMs, failures: queue.failures(request) };
  // A lost race is ordinary: the retry sees the other write.
  if (isConflict(error)) logger.debug("Reconcile ended with a conflict; retrying", fields);
  // A typed error explains itself; any other error comes from an author's code, and is logged with its stack.
  else if (error instanceof Error && !isBug(error)) logger.warn("Reconcile failed; retrying", fields);
  else logger.error("Reconcile failed; retrying", fields);
  return { outcome: "error", error };
}
