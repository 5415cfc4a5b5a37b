import { backoffMs } from "@capstan/kube";
import type { Clock, Timer } from "../clock/clock.ts";

/** Options of {@link Reachability}. */
export interface ReachabilityOptions {
  /** The clock of the back-off. */
  readonly clock: Clock;
  /** Sends a small request to the cluster; rejects if there is no answer. */
  readonly ask: () => Promise<unknown>;
}

const retrySteps = { baseMs: 100, maxMs: 5_000 };
/** A cluster that was available for less than this keeps its back-off: it may answer one request and fail all others. */
const steadyMs = 60_000;

/**
 * Whether a cluster is available. While it is not, one request at a time is sent for all callers, after 100 ms and later every 5 s. Once it
 * answers, all waiting callers are called.
 */
export class Reachability {
  readonly #options: ReachabilityOptions;
  readonly #waiting = new Map<string, () => void>();
  /** The request in flight, which concurrent callers share. */
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

  /** Whether the last request was answered. */
  get isReachable(): boolean {
    return this.#isReachable;
  }

  /** Resolves once the cluster has answered; rejects immediately until the next attempt is due. */
  async connect(): Promise<void> {
    if (this.#isReachable) return;
    if (this.#asking === undefined && this.#options.clock.monotonic() < this.#retryAtMs) throw this.#lastError;
    await this.#ask();
  }

  /** Notes an answer to any request. */
  answered(): void {
    if (!this.#isReachable) this.#answeredMs = this.#options.clock.monotonic();
    this.#isReachable = true;
    this.#wake();
  }

  /** Notes a request without an answer. */
  lost(error: unknown): void {
    // Requests in flight when the cluster became unavailable add no information.
    if (!this.#isReachable) return;
    if (this.#options.clock.monotonic() - this.#answeredMs > steadyMs) this.#failures = 0;
    this.#isReachable = false;
    this.#failed(error);
  }

  /** Calls `wake` once the cluster is available, or immediately if it already is; for calls with the same key, only the last. */
  wait(key: string, wake: () => void): void {
    if (this.#isReachable || this.#isClosed) {
      wake();
      return;
    }
    this.#waiting.set(key, wake);
    this.#askLater();
  }

  /** Sends no more requests, and calls all waiting callers, because the cluster will not answer any more. */
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

  /** Only while callers wait. */
  #askLater(): void {
    if (this.#isReachable || this.#isClosed || this.#waiting.size === 0 || this.#asking !== undefined) return;
    this.#timer?.cancel();
    const delayMs = Math.max(1, this.#retryAtMs - this.#options.clock.monotonic());
    this.#timer = this.#options.clock.setTimer(delayMs, () => {
      this.#ask().catch(() => undefined);
    });
  }
}
