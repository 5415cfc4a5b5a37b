import process from "node:process";

/**
 * Converts SIGINT and SIGTERM to an abort, so that everything is closed in order. A second signal stops the process immediately, in case
 * closing hangs.
 */
export function interruption(): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort(new Error("interrupted"));
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  return {
    signal: controller.signal,
    [Symbol.dispose](): void {
      process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
    },
  };
}
