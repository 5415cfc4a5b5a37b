import type { Clock } from "../clock/clock.ts";

/** Options of {@link awaitEnd}. */
export interface AwaitEndOptions {
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Called when `work` takes longer. */
  readonly onLate: () => void;
  /** Called with what `work` failed with. */
  readonly onError: (error: unknown) => void;
}

/** Waits for `work` and no longer than it may take. @returns whether it ended, in whatever way, within that time. */
export async function awaitEnd(work: Promise<unknown>, options: AwaitEndOptions): Promise<boolean> {
  const limit = new AbortController();
  const late = options.clock.sleep(options.timeoutMs, limit.signal).then(
    () => {
      options.onLate();
      return false;
    },
    () => true,
  );
  const ended = work.then(
    () => true,
    (error: unknown) => {
      options.onError(error);
      return true;
    },
  );
  const hasEnded = await Promise.race([ended, late]);
  limit.abort();
  return hasEnded;
}
