/** The values of a controller that metrics read on a scrape. */
export interface ObservedController {
  readonly name: string;
  readonly workers: ObservedWorkers;
  readonly queue: ObservedQueue;
  /** How long each running reconcile has been running, in milliseconds. */
  readonly runningMs: () => readonly number[];
}

/** The values of a controller's workers that metrics read on a scrape. */
interface ObservedWorkers {
  readonly size: number;
  /** The number of workers in use. A reconcile that waits for another cluster or has passed its deadline uses none. */
  readonly busy: number;
}

/** The values of a queue that metrics read on a scrape. */
export interface ObservedQueue {
  /** The number of ready requests, by priority. */
  readonly depths: ReadonlyMap<number, number>;
  /** The number of requests that are not due yet. */
  readonly delayed: number;
  /** The number of additions since the start, repeats included. */
  readonly adds: number;
  /** The number of delayed additions since the start. */
  readonly retries: number;
}
