import { Result } from "@capstan/runtime";

/** The result that retries after the shortest of the waits; 0 means no wait. */
export function soonest(...waitsMs: readonly number[]): Result {
  const waits = waitsMs.filter((ms) => ms > 0);
  return waits.length > 0 ? Result.requeueAfter(Math.min(...waits)) : Result.awaitChange();
}
