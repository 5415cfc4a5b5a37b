import { type DeepReadonly, getCondition, outcome } from "@capstan/provider";
import type { RestClusterObject } from "../api/rest-cluster.ts";
import type { RestMachineObject } from "../api/rest-machine.ts";
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

/** Pending, in the words of before where the problem is but that many want to ask. */
export function later(object: DeepReadonly<RestClusterObject | RestMachineObject>, problem: TemporaryProblem) {
  const present = getCondition(object, "Ready");
  const isSpoken = problem.reason === "RateLimited" && present !== undefined && present.reason !== "Deleting";
  const { message, reason } = isSpoken ? present : problem;
  return outcome.pending(reason, {
    retryAfterMs: problem.retryAfterMs,
    ...(message === undefined ? {} : { message }),
  });
}
