import process from "node:process";
import { createLogUpdate } from "log-update";
import { systemClock } from "@capstan/runtime";

/** Work that takes no longer than this is not reported. */
const quietMs = 1_000;

/**
 * Reports work in progress on a terminal if it takes longer than a second; the line disappears when it is done. If standard error is not a
 * terminal, it writes nothing, so that logs and programs see no difference.
 *
 * @param what - such as "reading the CRDs of https://…".
 */
export async function withProgress<T>(what: string, work: () => Promise<T>): Promise<T> {
  if (!process.stderr.isTTY) return work();
  const live = createLogUpdate(process.stderr);
  const startedMs = systemClock.monotonic();
  let timer = systemClock.setTimer(quietMs, tick);
  function tick(): void {
    live(`${what} … ${Math.round((systemClock.monotonic() - startedMs) / 1_000)} s`);
    timer = systemClock.setTimer(quietMs, tick);
  }
  try {
    return await work();
  } finally {
    timer.cancel();
    live.clear();
    live.done();
  }
}

/** A line on a terminal that is replaced as work proceeds; if standard error is not a terminal, nothing. */
export function liveLine(): Disposable & { show(text: string): void } {
  if (!process.stderr.isTTY) return { show: () => undefined, [Symbol.dispose]: () => undefined };
  const live = createLogUpdate(process.stderr);
  return {
    show: live,
    [Symbol.dispose]: () => {
      live.clear();
      live.done();
    },
  };
}
