import { type Clock, TimedOutError } from "@capstan/runtime";
import { type Duration, FakeClock } from "@capstan/runtime/testing";

/** Options of `until`. */
export interface UntilOptions {
  /** Time of the clock after which the wait is given up. Default: 10 minutes. */
  readonly within?: Duration;
}

/** What waits, and how it comes to rest. */
export interface Waiting {
  readonly clock: Clock;
  readonly settled: () => Promise<void>;
}

/** With nothing to wait for, the clock moves on by this much: something outside may look at it. */
const idleStepMs = 1_000;
/** How often a fact is looked at on a clock that moves by itself. */
const pollMs = 50;

/**
 * Moves the clock, timer by timer, until a fact holds.
 *
 * @throws {@link TimedOutError} the fact does not hold in time.
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
