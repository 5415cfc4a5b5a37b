import type { Controller } from "../controller/controller.ts";
import type { LeaderContext, LeaderWork } from "./leader-work.ts";
import type { Leadership } from "./leadership.ts";

/** Options of {@link LeaderTerm}. */
export interface LeaderTermOptions {
  readonly leadership: Leadership;
  /** The manager, whose client and cache the leader's work uses. */
  readonly manager: Omit<LeaderContext, "signal"> & { readonly controllers: readonly Controller[] };
  /** Aborts when the manager stops. */
  readonly stopping: AbortSignal;
  /** Called once, when this process is elected, before the leader's work. */
  readonly onElected: () => void;
  /** Called if the Lease is lost, or if the leader's work fails, while the manager runs. */
  readonly onError: (error: unknown) => void;
}

/** What only the leading process does: the leader's work, then the controllers that need leadership. */
export class LeaderTerm {
  readonly #options: LeaderTermOptions;
  #left: LeaderWork[] = [];
  #workEnd: Promise<void> = Promise.resolve();
  #end: Promise<void> = Promise.resolve();

  constructor(options: LeaderTermOptions) {
    this.#options = options;
  }

  /** Resolves when no work of an elected leader runs. */
  get workEnd(): Promise<void> {
    return this.#workEnd;
  }

  /** Resolves when this process no longer takes part in the election. */
  get end(): Promise<void> {
    return this.#end;
  }

  add(work: LeaderWork): void {
    this.#left.push(work);
  }

  /** Takes part in the election; once elected, does the work and starts the workers. */
  begin(): void {
    const { leadership, stopping, onElected } = this.#options;
    const elected = (): void => {
      onElected();
      this.#workEnd = this.#startLeading().catch(this.#onError);
    };
    this.#end = leadership.lead(stopping, elected).catch(this.#onError);
  }

  /** Does each piece of work once. */
  async doWork(): Promise<void> {
    const { manager, leadership, stopping } = this.#options;
    const { client, cache, clock, logger } = manager;
    const signal = AbortSignal.any([stopping, leadership.fence.signal]);
    const left = this.#left;
    this.#left = [];
    await Promise.all(left.map(async (work) => work({ client, cache, clock, logger, signal })));
  }

  async #startLeading(): Promise<void> {
    await this.doWork();
    const { stopping, manager } = this.#options;
    if (stopping.aborted) return;
    for (const controller of manager.controllers) if (controller.needsLeaderElection) controller.startWorkers();
  }

  readonly #onError = (error: unknown): void => {
    if (!this.#options.stopping.aborted) this.#options.onError(error);
  };
}
