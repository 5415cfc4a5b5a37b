import { ArgumentError } from "@capstan/kube";

/** What a reconcile that did not fail asks for. Failure is an error, whose class decides the retry. */
export interface Result {
  /** Milliseconds until the request comes again even if nothing changes; `undefined`: only on a change. */
  readonly requeueAfterMs?: number;
}

const awaitChange: Result = Object.freeze({});

/** The two results a reconcile can have. */
export const Result = {
  /** Done: the request comes again when one of the controller's sources says so. */
  awaitChange(): Result {
    return awaitChange;
  },
  /**
   * The request comes again after `ms` milliseconds, or earlier on a change.
   *
   * @throws ArgumentError - it is not a number: that would be at once, again and again.
   */
  requeueAfter(ms: number): Result {
    if (Number.isNaN(ms)) throw new ArgumentError("A reconcile cannot come back after NaN milliseconds.");
    return Object.freeze({ requeueAfterMs: ms });
  },
} as const;
