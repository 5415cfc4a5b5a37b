import { ArgumentError } from "@capstan/kube";

/** The result of a successful reconcile. To fail, throw an error; its class decides about the retry. */
export interface Result {
  /** Milliseconds until the request is reconciled again even without a change; `undefined`: only on a change. */
  readonly requeueAfterMs?: number;
}

const awaitChange: Result = Object.freeze({});

/** Creates the result of a reconcile. */
export const Result = {
  /** Done: the next event of one of the controller's sources triggers the next reconcile. */
  awaitChange(): Result {
    return awaitChange;
  },
  /**
   * Reconciles the request again after `ms` milliseconds, or earlier on a change.
   *
   * @throws ArgumentError - it is not a number, which would mean immediately, again and again.
   */
  requeueAfter(ms: number): Result {
    if (Number.isNaN(ms))
      throw new ArgumentError("The delay of requeueAfter must be a number of milliseconds, not NaN.");
    return Object.freeze({ requeueAfterMs: ms });
  },
} as const;
