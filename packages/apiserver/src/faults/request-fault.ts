import { type RequestFilter } from "../request/request-filter.ts";

/**
 * A fault of a request.
 *
 * - `latency`: it is handled after `ms` milliseconds of real time.
 * - `error`: it is answered with a Status, and not executed. With `retryAfterSeconds`, the answer has Retry-After.
 * - `reset`: it gets no answer, and its connection breaks; in HTTP/2 only its stream, while others on the connection continue.
 * - `silence`: it gets no answer, until its client disconnects.
 * - `outage`: the server is unavailable: all connections break, and new ones immediately, for `ms` milliseconds of real time. Stored
 *   objects stay.
 *
 * `when`: "before" the request is executed, so that it is not executed, or "after", so that its client cannot know that it was. A watch is
 * never executed.
 */
export type RequestFault =
  | { readonly type: "latency"; readonly ms: number }
  | {
      readonly type: "error";
      /** HTTP status code. */
      readonly code: number;
      /** The reason of a Status, for example `InternalError`. */
      readonly reason: string;
      readonly message?: string;
      readonly retryAfterSeconds?: number;
    }
  | { readonly type: "reset" | "silence"; readonly when: "before" | "after" }
  | { readonly type: "outage"; readonly when: "before" | "after"; readonly ms: number };

/** Selects the requests that a fault affects. */
export interface FaultOptions {
  /** Default: every request for a resource. */
  readonly on?: RequestFilter;
  /** The number of matching requests to skip first. Default: 0. */
  readonly skip?: number;
  /** The number of requests to affect. Default: all, until it is removed. */
  readonly times?: number;
  /** The share of the remaining requests to affect, from 0 to 1. Default: 1. */
  readonly share?: number;
  /** Returns numbers from 0 to 1 that select the share: use a seed to make a run repeatable. Default: `Math.random`. */
  readonly random?: () => number;
}
