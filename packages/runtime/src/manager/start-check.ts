import type { Client } from "../client/client.ts";
import type { Clock } from "../clock/clock.ts";
import type { Logger } from "../logging/logger.ts";

/** The context of a {@link StartCheck}. */
export interface StartCheckContext {
  /** Reads from the server, not from the cache. */
  readonly client: Client;
  /** The clock of the connections; it runs even if the controllers use a fake clock. */
  readonly clock: Clock;
  /** The manager's logger. */
  readonly logger: Logger;
  /** Aborts when the manager stops. */
  readonly signal: AbortSignal;
}

/** Checks, before controllers start, whether they can work; rejects if not. */
export type StartCheck = (context: StartCheckContext) => Promise<void>;

/** The checks that have not run yet. */
export class StartChecks {
  #left: StartCheck[] = [];

  add(check: StartCheck): void {
    this.#left.push(check);
  }

  /** Runs each check once, all of them concurrently; rejects with the first error. */
  async run(context: StartCheckContext): Promise<void> {
    const checks = this.#left;
    this.#left = [];
    await Promise.all(checks.map((check) => check(context)));
  }
}
