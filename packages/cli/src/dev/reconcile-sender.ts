import { type Clock, systemClock, type Timer } from "@capstan/runtime";
import { followReconciles, type ObservedReconcile } from "../page/follow-reconciles.ts";

/** Reconciles that end within this time are sent as one message. */
const togetherMs = 20;

/** Follows the reconciles of this process. A reconcile that threw is sent immediately, because it may be the last message. */
export function sendReconciles(
  send: (reconciles: readonly ObservedReconcile[]) => void,
  clock: Clock = systemClock,
): Disposable {
  let pending: ObservedReconcile[] = [];
  let timer: Timer | undefined;
  const flush = (): void => {
    timer?.cancel();
    timer = undefined;
    send(pending);
    pending = [];
  };
  return followReconciles(clock, (reconcile) => {
    pending.push(reconcile);
    if (reconcile.error !== undefined) flush();
    else timer ??= clock.setTimer(togetherMs, flush);
  });
}
