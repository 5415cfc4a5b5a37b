import { jitteredMs } from "@capstan/kube";
import type { Clock, Timer } from "../clock/clock.ts";
import { abortReason } from "../clock/sleep.ts";

/** Options of {@link ServerGate}. */
export interface ServerGateOptions {
  readonly clock: Clock;
  /** Random numbers in [0, 1) for jitter. */
  readonly random: () => number;
}

/** A single broken connection is ordinary: the first attempt comes soon. */
const firstMs = 100;
/** With this interval, a restarted server is noticed within little more than a second. */
const intervalMs = 1_000;
/** A server that is unavailable for longer is tried less often. */
const restartMs = 5 * 60_000;
const longIntervalMs = 5_000;

/**
 * Decides which list or watch of one server may try next while the server is unavailable: one attempt per second in total, however many
 * wait. The first answer lets all others continue.
 */
export class ServerGate {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #waiting = new Set<() => void>();
  /** When the server became unavailable. */
  #awaySinceMs: number | undefined;
  #nextMs = 0;
  #timer: Timer | undefined;

  constructor(options: ServerGateOptions) {
    this.#clock = options.clock;
    this.#random = options.random;
  }

  /** Resolves when an attempt may begin; rejects with the signal's reason. */
  turn(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(abortReason(signal));
    if (this.#awaySinceMs === undefined) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const go = (): void => {
        this.#waiting.delete(go);
        signal.removeEventListener("abort", onAbort);
        resolve();
      };
      const onAbort = (): void => {
        this.#waiting.delete(go);
        reject(abortReason(signal));
      };
      signal.addEventListener("abort", onAbort, { once: true });
      this.#waiting.add(go);
      this.#schedule();
    });
  }

  /**
   * Notes that an attempt got no answer, or that the server cannot answer now. @param retryAfterMs - the delay that the server requested.
   */
  failed(retryAfterMs = 0): void {
    const nowMs = this.#clock.monotonic();
    if (this.#awaySinceMs === undefined) {
      this.#awaySinceMs = nowMs;
      this.#nextMs = Math.max(this.#nextMs, nowMs + this.#jittered(firstMs));
    }
    this.#nextMs = Math.max(this.#nextMs, nowMs + retryAfterMs);
  }

  /** Notes that the server has answered. */
  worked(): void {
    if (this.#awaySinceMs === undefined) return;
    this.#awaySinceMs = undefined;
    this.#nextMs = 0;
    this.#timer?.cancel();
    this.#timer = undefined;
    for (const go of [...this.#waiting]) go();
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#waiting.size === 0) return;
    const waitMs = Math.max(0, this.#nextMs - this.#clock.monotonic());
    this.#timer = this.#clock.setTimer(waitMs, () => {
      this.#timer = undefined;
      const nowMs = this.#clock.monotonic();
      // The server may have requested more time since the timer was set.
      if (nowMs >= this.#nextMs) {
        const awayMs = nowMs - (this.#awaySinceMs ?? nowMs);
        this.#nextMs = nowMs + this.#jittered(awayMs < restartMs ? intervalMs : longIntervalMs);
        const [first] = this.#waiting;
        first?.();
      }
      this.#schedule();
    });
  }

  #jittered(ms: number): number {
    return jitteredMs(ms, this.#random(), [1, 1.25]);
  }
}
