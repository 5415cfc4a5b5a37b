/** What metrics read of a controller when they are scraped. */
export interface ObservedController {
  readonly name: string;
  readonly workers: ObservedWorkers;
  readonly queue: ObservedQueue;
  /** For how long each reconcile that runs has been running, in milliseconds. */
  readonly runningMs: () => readonly number[];
}

/** What metrics read of a controller's workers when they are scraped. */
interface ObservedWorkers {
  readonly size: number;
  /** Those that reconcile. A reconcile that waits for another cluster or is past its deadline has none. */
  readonly busy: number;
}

/** What metrics read of a queue when they are scraped. */
export interface ObservedQueue {
  /** Requests that are ready, by priority. */
  readonly depths: ReadonlyMap<number, number>;
  /** Requests that wait until they are due. */
  readonly delayed: number;
  /** Requests added since the start, repeats included. */
  readonly adds: number;
  /** Requests added since the start to wait until they are due. */
  readonly retries: number;
}
