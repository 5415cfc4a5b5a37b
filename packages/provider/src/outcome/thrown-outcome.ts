import { isCapstanError } from "@capstan/kube";
import { commonOutcomes, type PendingOutcome, type UnchangedOutcome } from "./outcome.ts";
import type { PendingError } from "./pending-error.ts";
import type { RateLimitedError } from "./rate-limited-error.ts";

/** The outcome that a thrown error represents, from any copy of this package; undefined for all other errors. */
export function thrownOutcome(thrown: unknown): PendingOutcome | UnchangedOutcome | undefined {
  if (isPending(thrown)) {
    const { reason, message, retryAfterMs, warning } = thrown;
    return commonOutcomes.pending(reason, { message, retryAfterMs, warning });
  }
  if (isRateLimited(thrown)) return commonOutcomes.unchanged({ retryAfterMs: thrown.retryAfterMs });
  return undefined;
}

/** Whether author code has thrown a `PendingError`, of any copy of the package. */
export function isPending(thrown: unknown): thrown is PendingError {
  return isCapstanError(thrown, "Pending");
}

function isRateLimited(thrown: unknown): thrown is RateLimitedError {
  return isCapstanError(thrown, "RateLimited");
}
