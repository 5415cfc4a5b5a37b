import { retryOf } from "@capstan/kube";
import type { StartCheckContext } from "./start-check.ts";

const retryMs = 1_000;

/**
 * Repeats a read of a {@link StartCheck} while the server is unavailable.
 *
 * @param complaint - logged before each repetition, with `details`.
 * @throws an error of the request that a retry does not change.
 */
export async function untilAnswered<T>(
  read: () => Promise<T>,
  { clock, logger, signal }: StartCheckContext,
  complaint: string,
  details: Readonly<Record<string, string>>,
): Promise<T> {
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (signal.aborted || retryOf(error) === "never") throw error;
      logger.warn(complaint, { ...details, error, retryInMs: retryMs });
      await clock.sleep(retryMs, signal);
    }
  }
}
