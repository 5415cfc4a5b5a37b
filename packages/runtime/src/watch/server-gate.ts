import { jitteredMs } from "@capstan/kube";
import type { Clock, Timer } from "../clock/clock.ts";
import { abortReason } from "../clock/sleep.ts";

/** Options of {@link ServerGate}. */
export interface ServerGateOptions {
  readonly clock: Clock;
  /** Random numbers in [0, 1) for jitter. */
  readonly random: () => number;
}

/** One broken connection is ordinary: the first attempt comes soon. */
const firstMs = 100;
/** Then a server that is being restarted is noticed within a second and a bit. */
const intervalMs = 1_000;
/** A server that is away for longer than this is asked less often. */
const restartMs = 5 * 60_000;
const longIntervalMs = 5_000;

/**
 * Which of the lists and watches of one server may try next while it is away: one attempt a second in all, however many they are.
 * The first that is answered lets all others go on.
 */
export class ServerGate {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #waiting = new Set<() => void>();
  /** Since when the server does not answer. */
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

  /** An attempt was not answered, or the server said that it cannot answer now. @param retryAfterMs - what it asked for. */
  failed(retryAfterMs = 0): void {
    const nowMs = this.#clock.monotonic();
    if (this.#awaySinceMs === undefined) {
      this.#awaySinceMs = nowMs;
      this.#nextMs = Math.max(this.#nextMs, nowMs + this.#jittered(firstMs));
    }
    this.#nextMs = Math.max(this.#nextMs, nowMs + retryAfterMs);
  }

  /** The server has answered. */
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
      // It may have asked for more time since the timer was set.
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
