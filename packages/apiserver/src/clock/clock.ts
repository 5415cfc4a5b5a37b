/** The clock for timestamps in objects: `creationTimestamp`, `deletionTimestamp`, managed fields; and for the request log. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Calls back once after `delayMs` milliseconds of real time; returns a function that cancels it. Does not keep the process alive. */
export function after(delayMs: number, callback: () => void): () => void {
  const timer = setTimeout(callback, Math.min(delayMs, 2_147_483_647));
  timer.unref();
  return () => {
    clearTimeout(timer);
  };
}

/** Several parts of one write use the same second. */
let last = { second: NaN, text: "" };

/** Formats a time as Kubernetes does: seconds, UTC. */
export function timestamp(now: number): string {
  const second = Math.floor(now / 1_000);
  if (second !== last.second) last = { second, text: `${new Date(second * 1_000).toISOString().slice(0, 19)}Z` };
  return last.text;
}
