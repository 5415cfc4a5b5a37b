import type { Fence } from "../client/fenced-client.ts";
import type { Logger } from "../logging/logger.ts";
import type { LeaderMetrics } from "../metrics/leader-metrics.ts";
import type { LeaderElection } from "./leader-election.ts";

/** Options of {@link Leadership}. */
export interface LeadershipOptions {
  /** The name of the manager, for logs. */
  readonly name: string;
  /** `undefined`: this process is the only one, and leads from the start. */
  readonly election: LeaderElection | undefined;
  readonly metrics: LeaderMetrics;
  readonly logger: Logger;
}

/** Whether this process leads, and may therefore write. */
export class Leadership {
  /** Allows writes while no other process may lead. */
  readonly fence: Fence;
  readonly #options: LeadershipOptions;
  readonly #deposed = new AbortController();
  #isElected = false;

  constructor(options: LeadershipOptions) {
    this.#options = options;
    const { signal } = this.#deposed;
    this.fence = {
      signal,
      check: () => {
        signal.throwIfAborted();
        if (this.#isElected) options.election?.assertHeld();
      },
    };
  }

  /** Whether work that needs leadership must wait for an election. */
  get isContested(): boolean {
    return this.#options.election !== undefined;
  }

  /** Whether work that needs leadership may run. */
  get isHeld(): boolean {
    return this.#isElected || !this.isContested;
  }

  /**
   * Takes part in the election, calls `onElected` once elected, and holds the Lease until `signal` aborts.
   *
   * @throws CapstanError with the code `LeadershipLost`.
   */
  async lead(signal: AbortSignal, onElected: () => void): Promise<void> {
    const { election, metrics, logger, name } = this.#options;
    if (election === undefined) return;
    const lease = election.leaseName;
    metrics.leads(lease, false);
    try {
      await election.acquire(signal);
      this.#isElected = true;
      metrics.leads(lease, true);
      logger.info("Elected as leader", { manager: name, identity: election.identity });
      onElected();
      await election.hold(signal);
    } finally {
      metrics.leads(lease, false);
    }
  }

  /** Ends every write immediately: another process may lead within seconds. */
  depose(reason: Error): void {
    this.#deposed.abort(reason);
  }

  /** Releases the Lease, also if this process was stopped while it was being elected, so that another process can lead immediately. */
  async release(): Promise<void> {
    await this.#options.election?.release();
  }
}
