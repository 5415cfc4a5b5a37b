import type { Clock } from "../clock/clock.ts";
import { TimedOutError } from "../errors/runtime-errors.ts";
import type { Logger } from "../logging/logger.ts";
import type { StopPhase } from "./stop-time.ts";

/** Options of {@link awaitEnd}. */
export interface AwaitEndOptions {
  /** The name of the manager that stops. */
  readonly name: string;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly logger: Logger;
}

/**
 * Waits for a phase of a manager's stop, up to a time limit, and logs if it fails or takes longer.
 *
 * @returns whether it ended, successfully or not, within that time.
 */
export async function awaitEnd(work: Promise<unknown>, phase: StopPhase, options: AwaitEndOptions): Promise<boolean> {
  const { name, clock, timeoutMs, logger } = options;
  const limit = new AbortController();
  const late = clock.sleep(timeoutMs, limit.signal).then(
    () => {
      const error = new TimedOutError(`The manager ${name} stopped before ${phase} finished`);
      logger.warn("Stopping took too long", { manager: name, error });
      return false;
    },
    () => true,
  );
  const ended = work.then(
    () => true,
    (error: unknown) => {
      logger.warn("A part of the manager failed to stop", { error });
      return true;
    },
  );
  const hasEnded = await Promise.race([ended, late]);
  limit.abort();
  return hasEnded;
}
