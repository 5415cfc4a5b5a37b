import { outcome } from "@capstan/provider";
import { CloudError, RateLimitedError } from "./cloud-error.ts";

/** Why the cloud could not be asked, and when to come back. */
export interface TemporaryProblem {
  readonly reason: string;
  readonly message?: string;
  readonly retryAfterMs: number;
}

/** What to say and when to come back, for errors that are no news about the object; undefined for all others. */
export function temporaryProblem(error: unknown): TemporaryProblem | undefined {
  if (error instanceof RateLimitedError) {
    return { reason: "RateLimited", retryAfterMs: error.retryAfterMs };
  }
  if (error instanceof CloudError && error.status === 401) {
    return { reason: "CredentialsRefused", message: error.message, retryAfterMs: 30_000 };
  }
  return undefined;
}

/** A rate limit is no news about an object; refused credentials are. */
export function later({ reason, message, retryAfterMs }: TemporaryProblem) {
  if (reason === "RateLimited") return outcome.unchanged({ retryAfterMs });
  return outcome.pending(reason, { retryAfterMs, ...(message === undefined ? {} : { message }) });
}
