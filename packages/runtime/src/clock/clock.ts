/** A pending timer. Canceling one that has fired does nothing. */
export interface Timer {
  /** Keeps the callback from being called. */
  cancel(): void;
}

/**
 * The only source of time in Capstan: what reads it or waits takes a Clock, so that a test can own it.
 *
 * @see `FakeClock` in `@capstan/runtime/testing`.
 */
export interface Clock {
  /** Milliseconds since the epoch, by a clock that may be set: for what is shown and stored. */
  now(): number;
  /** Milliseconds since some moment, by a clock that cannot be set: for how long something takes or lasts. */
  monotonic(): number;
  /** Calls `callback` once, after `delayMs` milliseconds (0 = as soon as possible, never synchronously). No upper limit. */
  setTimer(delayMs: number, callback: () => void): Timer;
  /** Resolves after `ms` milliseconds; rejects with `signal.reason` as soon as `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
