import { abortReason } from "../clock/sleep.ts";

/** Wakes all waits for the next change. */
export class ChangeSignal {
  readonly #waiters = new Set<() => void>();

  /** Resolves at the next {@link announce}; rejects when `signal` aborts. */
  next(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(abortReason(signal));
        return;
      }
      const onAbort = (): void => {
        this.#waiters.delete(onChange);
        if (signal !== undefined) reject(abortReason(signal));
      };
      const onChange = (): void => {
        signal?.removeEventListener("abort", onAbort);
        resolve();
      };
      this.#waiters.add(onChange);
      signal?.addEventListener("abort", onAbort, { once: true });
    });
  }

  announce(): void {
    if (this.#waiters.size === 0) return;
    const waiters = [...this.#waiters];
    this.#waiters.clear();
    for (const wake of waiters) wake();
  }
}
