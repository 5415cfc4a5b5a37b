import { setTimeout as elapsed } from "node:timers/promises";
import { patienceMs } from "@capstan/harness/patience";

const silenceMs = 3000;

/** Resolves once the count of writes is constant for 3 s: only time can show it. */
export async function quiet(countWrites: () => number): Promise<void> {
  const signal = AbortSignal.timeout(patienceMs);
  for (let before = -1, now = countWrites(); before !== now;) {
    await elapsed(silenceMs, undefined, { signal });
    [before, now] = [now, countWrites()];
  }
}
