import type { Client } from "../client/client.ts";
import type { Clock } from "../clock/clock.ts";
import type { Logger } from "../logging/logger.ts";

/** What a {@link StartCheck} may use. */
export interface StartCheckContext {
  /** Reads what the server has now, past the cache. */
  readonly client: Client;
  /** Of the connections: it moves on its own also where the controllers' clock is a fake one. */
  readonly clock: Clock;
  /** Logs as the manager. */
  readonly logger: Logger;
  /** Aborts when the manager is asked to stop. */
  readonly signal: AbortSignal;
}

/** Looks, before controllers start, whether they can do their work; rejects if not. */
export type StartCheck = (context: StartCheckContext) => Promise<void>;
