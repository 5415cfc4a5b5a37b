import type { KubernetesObject } from "@capstan/contract";
import type { Informer } from "../cache/informer.ts";
import type { Timer } from "../clock/clock.ts";
import type { Predicate } from "./predicate.ts";
import { requestFor } from "./request.ts";
import { initialListPriority, type SourceContext } from "./source.ts";

/**
 * Periodically enqueues every object of the controller's own kind, so that changes without an event are noticed too.
 *
 * @returns a function that ends it.
 */
export function startResync<T extends KubernetesObject>(
  context: SourceContext,
  informer: Informer<T>,
  isWanted: Predicate<T>,
): () => void {
  const { resync } = context;
  if (resync === undefined || resync.periodMs <= 0) return () => undefined;
  // Up to a tenth more or less, as in controller-runtime, so that controllers do not resync at the same time.
  const periodMs = resync.periodMs * (0.9 + Math.random() / 5);
  let timer: Timer;
  const again = (): void => {
    timer = resync.clock.setTimer(periodMs, () => {
      for (const object of informer.list()) {
        if (isWanted({ type: "updated", object }))
          context.enqueue(requestFor(object), { priority: initialListPriority });
      }
      again();
    });
  };
  again();
  return () => {
    timer.cancel();
  };
}
