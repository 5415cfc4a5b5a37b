import { channel } from "node:diagnostics_channel";
import type { ReconcileOutcome } from "../metrics/reconcile-metrics.ts";
import type { ReconciledObject } from "./reconciled-object.ts";
import type { TracedRequest } from "./traced-request.ts";

/**
 * Names of the channels of `node:diagnostics_channel` on which reconciles and their requests are published, for tools in the process
 * itself, such as `capstan dev`. Unlike spans they carry what a reconciler threw, which may quote anything: no subscriber may send it
 * away from the machine of a developer. Without subscribers nothing is made.
 */
export const diagnosticChannels = {
  /** {@link StartedReconcile}; stores that are bound to it are those of the reconcile. */
  reconcileStarted: "capstan:reconcile:start",
  /** {@link TracedReconcile} */
  reconcileEnded: "capstan:reconcile:end",
  /** {@link TracedRequest}, within the reconcile that sends it. */
  requestStarted: "capstan:request:start",
  /** {@link AnsweredRequest} */
  requestEnded: "capstan:request:end",
} as const;

/** A reconcile that begins; one and the same object when it ends. */
export interface StartedReconcile extends ReconciledObject {
  /** The name of the manager; empty if the controller runs without one. */
  readonly manager: string;
  /** The name of the controller. */
  readonly controller: string;
}

/** A reconcile that has ended. */
export interface TracedReconcile {
  /** The message of its start. */
  readonly reconcile: StartedReconcile;
  /** How it ended; `stopped` with its manager. */
  readonly outcome: ReconcileOutcome | "stopped";
  /** When it asked to come again, in milliseconds. */
  readonly requeueAfterMs?: number;
  /** What was thrown, of an outcome that is an error. */
  readonly error?: unknown;
}

/** An attempt of a request that was answered, or was not. */
export interface AnsweredRequest {
  /** The message of its start. */
  readonly request: TracedRequest;
  /** HTTP status, or the type of the error: its code, or its class. */
  readonly answer: number | string;
}

export const reconcileStarted = channel(diagnosticChannels.reconcileStarted);
export const reconcileEnded = channel(diagnosticChannels.reconcileEnded);
export const requestStarted = channel(diagnosticChannels.requestStarted);
export const requestEnded = channel(diagnosticChannels.requestEnded);
