import { type Clock, type Timer } from "../clock/clock.ts";
import { sleepOn } from "../clock/sleep.ts";

/** A duration; the parts are added. */
export interface Duration {
  /** Default: 0. */
  readonly milliseconds?: number;
  /** Default: 0. */
  readonly seconds?: number;
  /** Default: 0. */
  readonly minutes?: number;
  /** Default: 0. */
  readonly hours?: number;
}

/** Options of {@link FakeClock}. */
export interface FakeClockOptions {
  /** The initial time, in milliseconds since the epoch. Default 2026-01-01T00:00:00Z. */
  readonly startMs?: number;
  /** Waits until all effects of the last timer have settled, for example `manager.settled`. Default: one turn of the event loop. */
  readonly settle?: () => Promise<void>;
}

interface PendingTimer {
  readonly dueMs: number;
  readonly sequence: number;
  readonly callback: () => void;
}

function millisecondsOf(duration: Duration | number): number {
  if (typeof duration === "number") return duration;
  const { milliseconds = 0, seconds = 0, minutes = 0, hours = 0 } = duration;
  return milliseconds + 1_000 * (seconds + 60 * (minutes + 60 * hours));
}

/**
 * A clock that stands still until a test advances it.
 *
 * @example
 * ```ts
 * import { FakeClock } from "@capstan/runtime/testing";
 *
 * const clock = new FakeClock();
 * const slept = clock.sleep(5_000);
 * await clock.advance({ seconds: 5 });
 * await slept;
 * ```
 */
export class FakeClock implements Clock {
  /** See {@link FakeClockOptions.settle}; you can set it later, once there is a manager. */
  settle: () => Promise<void>;
  #nowMs = 0;
  /** The wall-clock time at the start, steps included. */
  #wallMs: number;
  #sequence = 0;
  readonly #pending = new Set<PendingTimer>();

  constructor(options: FakeClockOptions = {}) {
    this.#wallMs = options.startMs ?? Date.UTC(2026, 0, 1);
    this.settle = options.settle ?? (() => new Promise((resolve) => setImmediate(resolve)));
  }

  /** The number of waiting timers. */
  get pendingTimers(): number {
    return this.#pending.size;
  }

  /** Milliseconds from now until the next timer is due; `undefined` if no timer is waiting. */
  get nextTimerInMs(): number | undefined {
    const next = this.#next();
    return next === undefined ? undefined : Math.max(0, next.dueMs - this.#nowMs);
  }

  /** The wall-clock time, in milliseconds since the epoch. */
  now(): number {
    return this.#wallMs + this.#nowMs;
  }

  /** Milliseconds since the clock was created. */
  monotonic(): number {
    return this.#nowMs;
  }

  /**
   * Steps the wall clock forward, or back by a negative duration, as an administrator or NTP does: no time passes, and no timer fires.
   *
   * @param duration - a {@link Duration}, or milliseconds.
   */
  stepWall(duration: Duration | number): void {
    this.#wallMs += millisecondsOf(duration);
  }

  /** Calls `callback` when the clock has advanced by `delayMs`. */
  setTimer(delayMs: number, callback: () => void): Timer {
    this.#sequence += 1;
    const timer: PendingTimer = {
      dueMs: this.#nowMs + Math.max(0, delayMs),
      sequence: this.#sequence,
      callback,
    };
    this.#pending.add(timer);
    return {
      cancel: () => {
        this.#pending.delete(timer);
      },
    };
  }

  /** Resolves when the clock has advanced by `ms`. */
  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return sleepOn(this, ms, signal);
  }

  /**
   * Advances the clock and fires each due timer at its own time, in order. Settles before the start and after every timer, so that timers
   * that are set meanwhile fire too if they fall due.
   *
   * @param duration - a {@link Duration}, or milliseconds.
   */
  async advance(duration: Duration | number): Promise<void> {
    const untilMs = this.#nowMs + millisecondsOf(duration);
    await this.settle();
    for (let next = this.#next(); next !== undefined && next.dueMs <= untilMs; next = this.#next()) {
      this.#pending.delete(next);
      this.#nowMs = Math.max(this.#nowMs, next.dueMs);
      next.callback();
      await this.settle();
    }
    this.#nowMs = Math.max(this.#nowMs, untilMs);
  }

  #next(): PendingTimer | undefined {
    let first: PendingTimer | undefined;
    for (const timer of this.#pending) {
      if (
        first === undefined ||
        timer.dueMs < first.dueMs ||
        (timer.dueMs === first.dueMs && timer.sequence < first.sequence)
      ) {
        first = timer;
      }
    }
    return first;
  }
}
