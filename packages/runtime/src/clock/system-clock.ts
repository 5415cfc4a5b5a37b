import type { Clock, Timer } from "./clock.ts";
import { sleepOn } from "./sleep.ts";

/** A JavaScript timer above 2^31 - 1 ms (24.8 days) fires immediately, so longer timers consist of several. */
const longestTimerMs = 2_147_483_647;

function setLongTimer(delayMs: number, callback: () => void): Timer {
  let handle: NodeJS.Timeout;
  const arm = (remainingMs: number): void => {
    const stepMs = Math.min(Math.max(0, remainingMs), longestTimerMs);
    handle = setTimeout(() => {
      if (remainingMs > stepMs) arm(remainingMs - stepMs);
      else callback();
    }, stepMs);
  };
  arm(delayMs);
  return {
    cancel: () => {
      clearTimeout(handle);
    },
  };
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimer: setLongTimer,
  sleep: (ms, signal) => sleepOn(systemClock, ms, signal),
};
