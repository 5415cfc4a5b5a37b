/** A pending timer. Canceling a timer that has fired does nothing. */
export interface Timer {
  /** Prevents the callback. */
  cancel(): void;
}

/**
 * The only source of time in Capstan: all code that reads the time or waits takes a Clock, so that a test can control it.
 *
 * @see `FakeClock` in `@capstan/runtime/testing`.
 */
export interface Clock {
  /** Wall-clock time in milliseconds since the epoch, for times that are shown or stored. The clock may be set. */
  now(): number;
  /** Monotonic time in milliseconds since an arbitrary moment, for durations. The clock cannot be set. */
  monotonic(): number;
  /** Calls `callback` once, after `delayMs` milliseconds (0 = as soon as possible, never synchronously). No upper limit. */
  setTimer(delayMs: number, callback: () => void): Timer;
  /** Resolves after `ms` milliseconds; rejects with `signal.reason` as soon as `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
