import type { Request } from "../enqueue/request.ts";
import type { RunningSource, SourceContext } from "../enqueue/source.ts";
import type { Logger } from "../logging/logger.ts";
import type { ObservedController } from "../metrics/observed-controller.ts";
import type { WorkQueue } from "../queue/work-queue.ts";
import type { Workers } from "../worker/workers.ts";
import type { ControllerContext } from "./controller-context.ts";
import type { RunningReconciles } from "./running-reconciles.ts";

/** A controller while it runs. */
export interface Running {
  readonly context: ControllerContext;
  readonly logger: Logger;
  readonly queue: WorkQueue;
  readonly stopping: AbortController;
  readonly sources: Map<string, RunningSource>;
  /** Work of sources that has not become requests yet. */
  readonly pending: Set<Promise<unknown>>;
  readonly reconciles: RunningReconciles;
  readonly workers: Workers;
  /** Each decides whether a request is for this process. */
  readonly restrictions: ((request: Request) => boolean)[];
  areWorkersOn: boolean;
}

/** The context of a source with this key. @param onEnd - called when work of the source has ended. */
export function sourceContext(running: Running, key: string, onEnd: () => void): SourceContext {
  const { ownKindPredicate, syncPeriodMs, clock, cache } = running.context;
  return {
    cache,
    logger: running.logger,
    signal: running.stopping.signal,
    ...(ownKindPredicate === undefined ? {} : { ownKindPredicate }),
    ...(syncPeriodMs === undefined ? {} : { resync: { periodMs: syncPeriodMs, clock } }),
    restrict: (isServed) => {
      running.restrictions.push(isServed);
    },
    enqueue: (request, options) => {
      running.queue.add(request, options);
    },
    track: (work) => {
      running.pending.add(work);
      const ended = (): void => {
        running.pending.delete(work);
        onEnd();
      };
      work.then(ended, (error: unknown) => {
        ended();
        if (!running.stopping.signal.aborted) running.logger.error("A source failed", { source: key, error });
      });
    },
  };
}

/** The values that a controller's metrics show. */
export function observed(name: string, { queue, workers, reconciles }: Running): ObservedController {
  return { name, workers, queue, runningMs: () => reconciles.durationsMs };
}
