import type { Fence } from "../client/fenced-client.ts";
import type { Logger } from "../logging/logger.ts";
import type { LeaderMetrics } from "../metrics/leader-metrics.ts";
import type { LeaderElection } from "./leader-election.ts";

/** Options of {@link Leadership}. */
export interface LeadershipOptions {
  /** The name of the manager, for what is logged. */
  readonly name: string;
  /** Undefined: this process is the only one, and leads from the beginning. */
  readonly election: LeaderElection | undefined;
  readonly metrics: LeaderMetrics;
  readonly logger: Logger;
}

/** Whether this process leads, and what may be written because of it. */
export class Leadership {
  /** Allows what is written as long as no other process may lead. */
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

  /** Whether what needs leadership has to wait to be elected. */
  get isContested(): boolean {
    return this.#options.election !== undefined;
  }

  /** Whether what needs leadership may run. */
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

  /** Ends every write at once: another process may lead within seconds. */
  depose(reason: Error): void {
    this.#deposed.abort(reason);
  }

  /** Gives the Lease back, so that another process leads at once. */
  async release(): Promise<void> {
    if (this.#isElected) await this.#options.election?.release();
  }
}
