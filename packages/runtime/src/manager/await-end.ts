import type { Clock } from "../clock/clock.ts";

/** Options of {@link awaitEnd}. */
export interface AwaitEndOptions {
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Called when `work` takes too long. */
  readonly onLate: () => void;
  /** Called with the error of `work`. */
  readonly onError: (error: unknown) => void;
}

/** Waits for `work`, up to a time limit. @returns whether it ended, successfully or not, within that time. */
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
