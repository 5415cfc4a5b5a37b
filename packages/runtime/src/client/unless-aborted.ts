import { abortReason } from "../clock/sleep.ts";

/**
 * The result of `work`, unless `signal` aborts earlier: work that is shared, or cannot be given up by itself, goes on alone then.
 *
 * @param applies - asked when the signal aborts; if not, the work is waited for nevertheless.
 */
export function unlessAborted<R>(
  work: Promise<R>,
  signal: AbortSignal | undefined,
  applies: () => boolean = () => true,
): Promise<R> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      if (applies()) reject(abortReason(signal));
    };
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    void work.then(resolve, reject).finally(() => {
      signal.removeEventListener("abort", onAbort);
    });
  });
}

/** Aborts when one of them does. */
export function eitherOf(...signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  const [first, second] = signals.filter((signal) => signal !== undefined);
  return first === undefined || second === undefined ? first : AbortSignal.any([first, second]);
}
