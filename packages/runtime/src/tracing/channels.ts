import { channel } from "node:diagnostics_channel";
import type { ReconcileOutcome } from "../metrics/reconcile-metrics.ts";
import type { ReconciledObject } from "./reconciled-object.ts";
import type { TracedRequest } from "./traced-request.ts";

/**
 * Names of the `node:diagnostics_channel` channels on which reconciles and their requests are published, for tools in the same process,
 * such as `capstan dev`. Unlike spans they carry the errors of reconcilers, which may quote anything: no subscriber may send them away from
 * the developer's machine. Without subscribers no message is created.
 */
export const diagnosticChannels = {
  /** {@link StartedReconcile}; bound stores have the reconcile as their scope. */
  reconcileStarted: "capstan:reconcile:start",
  /** {@link TracedReconcile} */
  reconcileEnded: "capstan:reconcile:end",
  /** {@link TracedRequest}, within the reconcile that sends it. */
  requestStarted: "capstan:request:start",
  /** {@link AnsweredRequest} */
  requestEnded: "capstan:request:end",
} as const;

/** The start of a reconcile; the end refers to the same object. */
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
  /** The outcome; `stopped` if the manager stopped. */
  readonly outcome: ReconcileOutcome | "stopped";
  /** The requested delay before the next reconcile, in milliseconds. */
  readonly requeueAfterMs?: number;
  /** The error, if the outcome is an error. */
  readonly error?: unknown;
}

/** An attempt of a request that was answered or failed. */
export interface AnsweredRequest {
  /** The message of its start. */
  readonly request: TracedRequest;
  /** HTTP status, or the type of the error: its code or class. */
  readonly answer: number | string;
}

export const reconcileStarted = channel(diagnosticChannels.reconcileStarted);
export const reconcileEnded = channel(diagnosticChannels.reconcileEnded);
export const requestStarted = channel(diagnosticChannels.requestStarted);
export const requestEnded = channel(diagnosticChannels.requestEnded);
