import { type RequestFilter } from "../request/request-filter.ts";

/**
 * What happens to a request.
 *
 * - `latency`: it is looked at after `ms` milliseconds of real time.
 * - `error`: it is answered by a Status, and not done. With `retryAfterSeconds` the answer says when to come again.
 * - `reset`: it has no answer, and its connection breaks; in HTTP/2 only its stream, others on the connection go on.
 * - `silence`: it has no answer, until its client gives up.
 * - `outage`: the server is away: all connections break, and new ones at once, for `ms` milliseconds of real time. What is stored stays.
 *
 * `when`: "before" it is done, so that it is not done, or "after", so that its client cannot know that it was. A watch is never done.
 */
export type RequestFault =
  | { readonly type: "latency"; readonly ms: number }
  | {
      readonly type: "error";
      /** HTTP status code. */
      readonly code: number;
      /** As a Status names it, for example `InternalError`. */
      readonly reason: string;
      readonly message?: string;
      readonly retryAfterSeconds?: number;
    }
  | { readonly type: "reset" | "silence"; readonly when: "before" | "after" }
  | { readonly type: "outage"; readonly when: "before" | "after"; readonly ms: number };

/** To which requests a fault happens, and how often. */
export interface FaultOptions {
  /** Default: every request for a resource. */
  readonly on?: RequestFilter;
  /** How many of those that are meant pass unharmed before the first one. Default: 0. */
  readonly skip?: number;
  /** To how many requests it happens. Default: to all, until it is removed. */
  readonly times?: number;
  /** Of the requests that are left, the share that it happens to, from 0 to 1. Default: 1. */
  readonly share?: number;
  /** Decides which, from 0 to 1: with a seed, so that a run can be repeated. Default: `Math.random`. */
  readonly random?: () => number;
}
