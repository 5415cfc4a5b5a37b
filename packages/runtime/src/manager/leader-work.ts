import type { Cache } from "../cache/cache.ts";
import type { Client } from "../client/client.ts";
import type { Clock } from "../clock/clock.ts";
import type { Logger } from "../logging/logger.ts";

/** The context of {@link LeaderWork}. */
export interface LeaderContext {
  /** Writes only while this process leads. */
  readonly client: Client;
  /** The cache of the management cluster, shared with the manager's controllers. */
  readonly cache: Cache;
  /** The clock of the controllers. */
  readonly clock: Clock;
  /** The manager's logger. */
  readonly logger: Logger;
  /** Aborts when the manager stops or another process leads. */
  readonly signal: AbortSignal;
}

/** Work that the leading process does once, before its controllers reconcile. */
export type LeaderWork = (context: LeaderContext) => Promise<void> | void;
