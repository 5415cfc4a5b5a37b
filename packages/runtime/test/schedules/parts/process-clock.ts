import { type Clock, type Timer } from "@capstan/runtime";
import { type FakeClock } from "@capstan/runtime/testing";

/**
 * The clock of one of several processes on one machine: its wall clock may be set, and a paused process runs no timers; timers due
 * meanwhile run in order when it resumes.
 */
export class ProcessClock implements Clock {
  readonly #shared: FakeClock;
  #wallMs = 0;
  #isPaused = false;
  #due: (() => void)[] = [];

  constructor(shared: FakeClock) {
    this.#shared = shared;
  }

  set(byMs: number): void {
    this.#wallMs += byMs;
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    for (const callback of this.#due.splice(0)) callback();
  }

  now(): number {
    return this.#shared.now() + this.#wallMs;
  }

  monotonic(): number {
    return this.#shared.monotonic();
  }

  setTimer(delayMs: number, callback: () => void): Timer {
    let isCanceled = false;
    const run = (): void => {
      if (!isCanceled) callback();
    };
    const timer = this.#shared.setTimer(delayMs, () => {
      if (this.#isPaused) this.#due.push(run);
      else run();
    });
    return {
      cancel: () => {
        isCanceled = true;
        timer.cancel();
      },
    };
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = this.setTimer(ms, () => {
        signal?.removeEventListener("abort", onAbort);
        resolve();
      });
      const onAbort = (): void => {
        timer.cancel();
        reject(signal?.reason as Error);
      };
      if (signal?.aborted === true) onAbort();
      else signal?.addEventListener("abort", onAbort, { once: true });
    });
  }
}
