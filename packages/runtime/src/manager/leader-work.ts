import type { Cache } from "../cache/cache.ts";
import type { Client } from "../client/client.ts";
import type { Clock } from "../clock/clock.ts";
import type { Logger } from "../logging/logger.ts";

/** What {@link LeaderWork} may use. */
export interface LeaderContext {
  /** Writes as long as this process leads. */
  readonly client: Client;
  /** The management cluster, as the manager's controllers see it. */
  readonly cache: Cache;
  /** Of the controllers. */
  readonly clock: Clock;
  /** Logs as the manager. */
  readonly logger: Logger;
  /** Aborts when the manager stops or another process leads. */
  readonly signal: AbortSignal;
}

/** Done once by the process that leads, before its controllers reconcile anything. */
export type LeaderWork = (context: LeaderContext) => Promise<void> | void;

/** The work of a manager; each is done once. */
export class LeaderWorks {
  #left: LeaderWork[] = [];

  add(work: LeaderWork): void {
    this.#left.push(work);
  }

  async do(context: LeaderContext): Promise<void> {
    const left = this.#left;
    this.#left = [];
    await Promise.all(left.map(async (work) => work(context)));
  }
}
