import type { Clock } from "@capstan/runtime";

/** The clock of everything outside: it advances with the run's clock, but is not set when the run's clock is set. */
export function cloudClockOf(clock: Clock): Clock {
  const startedMs = clock.now() - clock.monotonic();
  return {
    now: () => startedMs + clock.monotonic(),
    monotonic: () => clock.monotonic(),
    setTimer: (delayMs, callback) => clock.setTimer(delayMs, callback),
    sleep: (ms, signal) => clock.sleep(ms, signal),
  };
}
