import { backoffMs } from "@capstan/kube";
import type { Clock, Timer } from "../clock/clock.ts";

/** Options of {@link Reachability}. */
export interface ReachabilityOptions {
  /** Time of the back-off. */
  readonly clock: Clock;
  /** Asks the cluster for something small; rejects if it does not answer. */
  readonly ask: () => Promise<unknown>;
}

const retrySteps = { baseMs: 100, maxMs: 5_000 };
/** A cluster that answers for less than this goes on with the back-off that it had: it may answer one request and no other. */
const steadyMs = 60_000;

/**
 * Whether a cluster answers. As long as it does not, it is asked once at a time for everyone, after 100 ms and later every 5 s; and
 * those that wait for it are called once it does.
 */
export class Reachability {
  readonly #options: ReachabilityOptions;
  readonly #waiting = new Map<string, () => void>();
  /** The answer under way; everyone who asks meanwhile shares it. */
  #asking: Promise<void> | undefined;
  #timer: Timer | undefined;
  #isReachable = false;
  #isClosed = false;
  #failures = 0;
  #answeredMs = -Infinity;
  #retryAtMs = 0;
  #lastError: unknown;

  constructor(options: ReachabilityOptions) {
    this.#options = options;
  }

  /** Whether its last response was an answer. */
  get isReachable(): boolean {
    return this.#isReachable;
  }

  /** Resolves once it has answered; rejects at once until it is time for the next attempt. */
  async connect(): Promise<void> {
    if (this.#isReachable) return;
    if (this.#asking === undefined && this.#options.clock.monotonic() < this.#retryAtMs) throw this.#lastError;
    await this.#ask();
  }

  /** It has answered, also by itself. */
  answered(): void {
    if (!this.#isReachable) this.#answeredMs = this.#options.clock.monotonic();
    this.#isReachable = true;
    this.#wake();
  }

  /** It did not answer something. */
  lost(error: unknown): void {
    // What was under way when it was lost says nothing new.
    if (!this.#isReachable) return;
    if (this.#options.clock.monotonic() - this.#answeredMs > steadyMs) this.#failures = 0;
    this.#isReachable = false;
    this.#failed(error);
  }

  /** Calls `wake` once it answers; of several with one key, the last. At once if it has answered since it was found not to. */
  wait(key: string, wake: () => void): void {
    if (this.#isReachable || this.#isClosed) {
      wake();
      return;
    }
    this.#waiting.set(key, wake);
    this.#askLater();
  }

  /** Asks no more, and calls all that wait: what they wait for is not coming. */
  close(): void {
    this.#isClosed = true;
    this.#wake();
  }

  #wake(): void {
    this.#timer?.cancel();
    const wakes = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const wake of wakes) wake();
  }

  #ask(): Promise<void> {
    this.#timer?.cancel();
    this.#asking ??= this.#options
      .ask()
      .then(
        () => {
          this.answered();
        },
        (error: unknown) => {
          this.#failed(error);
          throw error;
        },
      )
      .finally(() => {
        this.#asking = undefined;
        this.#askLater();
      });
    return this.#asking;
  }

  #failed(error: unknown): void {
    this.#lastError = error;
    this.#failures += 1;
    this.#retryAtMs = this.#options.clock.monotonic() + backoffMs(this.#failures, retrySteps);
  }

  /** As long as anyone waits. */
  #askLater(): void {
    if (this.#isReachable || this.#isClosed || this.#waiting.size === 0 || this.#asking !== undefined) return;
    this.#timer?.cancel();
    const delayMs = Math.max(1, this.#retryAtMs - this.#options.clock.monotonic());
    this.#timer = this.#options.clock.setTimer(delayMs, () => {
      this.#ask().catch(() => undefined);
    });
  }
}
