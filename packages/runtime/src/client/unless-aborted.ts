import { abortReason } from "../clock/sleep.ts";

/**
 * The result of `work`, unless `signal` aborts earlier. In that case the work continues alone, because it is shared or cannot be aborted.
 *
 * @param applies - called when the signal aborts; if it returns false, the work is awaited nevertheless.
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

/** A signal that aborts when one of the signals aborts. */
export function eitherOf(...signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  const [first, second] = signals.filter((signal) => signal !== undefined);
  return first === undefined || second === undefined ? first : AbortSignal.any([first, second]);
}
