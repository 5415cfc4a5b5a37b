import { PendingError } from "@capstan/provider";

/** Why a request to the engine did not succeed; the reasons of conditions. The README explains each. */
export const engineReasons = [
  "EngineNotFound",
  "EngineAccessDenied",
  "EngineUnavailable",
  "EngineUnresponsive",
  "EngineOutOfDisk",
  "EngineOutOfMemory",
  "EngineRefused",
  "ContainerNameTaken",
  "ContainerNotFound",
  "ContainerNotRunning",
  "ImageNotFound",
  "ImagePullFailed",
  "NetworkInUse",
  "NetworkNameTaken",
  "PortTaken",
] as const;

/** One of {@link engineReasons}. */
export type EngineReason = (typeof engineReasons)[number];

/** The delay before the next attempt, in milliseconds. */
const retryAfterMs = 5_000;

/**
 * The engine did not do what was requested. As a {@link PendingError}, it ends the reconcile: objects that are not provisioned yet report
 * the reason, others keep their status, and the SDK tries again.
 */
export class EngineError extends PendingError {
  declare readonly reason: EngineReason;

  constructor(reason: EngineReason, message: string, options: { readonly cause?: unknown } = {}) {
    super(reason, message, { ...options, retryAfterMs, warning: true });
  }
}

/** Whether an error is an {@link EngineError} with that reason. */
export function isEngineError(error: unknown, reason: EngineReason): error is EngineError {
  return error instanceof EngineError && error.reason === reason;
}
