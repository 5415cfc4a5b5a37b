/** What metrics read of a controller when they are scraped. */
export interface ObservedController {
  readonly name: string;
  /** Requests that it reconciles at most at a time. */
  readonly concurrency: number;
  readonly queue: ObservedQueue;
  /** For how long each reconcile that runs has been running, in milliseconds. */
  readonly runningMs: () => readonly number[];
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

/** What a queue reports as it happens. */
export interface QueueObserver {
  /** A request was taken after so many milliseconds in the queue. */
  readonly waited: (ms: number) => void;
  /** The work on a request ended after so many milliseconds. */
  readonly worked: (ms: number) => void;
}
