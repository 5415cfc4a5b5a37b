import type { Clock } from "@capstan/runtime";

/** The time of what is outside: it passes as that of the run does, and setting the run's clock does not set it. */
export function cloudClockOf(clock: Clock): Clock {
  const startedMs = clock.now() - clock.monotonic();
  return {
    now: () => startedMs + clock.monotonic(),
    monotonic: () => clock.monotonic(),
    setTimer: (delayMs, callback) => clock.setTimer(delayMs, callback),
    sleep: (ms, signal) => clock.sleep(ms, signal),
  };
}
