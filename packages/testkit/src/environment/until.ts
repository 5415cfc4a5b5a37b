import { type Clock, TimedOutError } from "@capstan/runtime";
import { type Duration, FakeClock } from "@capstan/runtime/testing";

/** Options of `until`. */
export interface UntilOptions {
  /** The time limit, by the clock. Default: 10 minutes. */
  readonly within?: Duration;
}

/** The environment that waits, and how it settles. */
export interface Waiting {
  readonly clock: Clock;
  readonly settled: () => Promise<void>;
}

/** Without a timer, the clock advances by this much, because something outside may read it. */
const idleStepMs = 1_000;
/** The polling interval on a clock that runs by itself. */
const pollMs = 50;

/**
 * Advances the clock, timer by timer, until a condition holds.
 *
 * @throws {@link TimedOutError} the condition does not hold in time.
 */
export async function until(
  { clock, settled }: Waiting,
  what: string,
  fact: () => boolean | Promise<boolean>,
  { within = { minutes: 10 } }: UntilOptions,
): Promise<void> {
  const { milliseconds = 0, seconds = 0, minutes = 0, hours = 0 } = within;
  const limitMs = milliseconds + 1_000 * (seconds + 60 * (minutes + 60 * hours));
  const startMs = clock.monotonic();
  for (;;) {
    await settled();
    if (await fact()) return;
    const leftMs = startMs + limitMs - clock.monotonic();
    if (leftMs <= 0) throw new TimedOutError(`Timed out after ${limitMs / 1_000} s: ${what}`);
    if (clock instanceof FakeClock) await clock.advance(Math.min(leftMs, clock.nextTimerInMs ?? idleStepMs));
    else await clock.sleep(Math.min(leftMs, pollMs));
  }
}
