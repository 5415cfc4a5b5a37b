import { type RequestFilter } from "../request/request-filter.ts";
import { type FaultPlan } from "./fault-plan.ts";
import { type FaultOptions, type RequestFault } from "./request-fault.ts";

/** A fault that is active until it is removed, or `using` ends. */
export interface Fault extends Removable {
  /** The number of affected requests. */
  readonly happened: number;
}

/** An effect that is active until it is removed, or `using` ends. */
export interface Removable extends Disposable {
  /** Removes it; further calls do nothing. */
  remove(): void;
}

/** Watches that are held back until they are released, or `using` ends. */
export interface HeldWatches extends Disposable {
  /** Sends everything that was held back, in order; further calls do nothing. */
  release(): void;
}

/** How a watch breaks: the server ends it regularly, cuts it off, or reports that its version has expired (410). */
export type WatchBreak = "ended" | "cut" | "expired";

/**
 * Faults of a server, on demand, for testing how a client handles them.
 *
 * Faults affect requests for resources from authenticated and authorized users; health checks and discovery are exempt. If several faults
 * were added, a request is affected by all latencies, then by the first other fault, in the order of addition.
 */
export interface Faults {
  /**
   * Adds a fault for later requests.
   *
   * @throws ArgumentError - a number in the options is out of range.
   */
  add(fault: RequestFault, options?: FaultOptions): Fault;

  /** Lets a plan decide about every request from now on, before faults that were added. */
  plan(plan: FaultPlan): Removable;

  /** Breaks the open watches, by default all. @returns the number of broken watches. */
  breakWatches(how: WatchBreak, on?: Omit<RequestFilter, "verbs">): number;

  /**
   * Holds back the events of watches, by default of all, including watches that begin meanwhile. Their connections stay open. If only one
   * kind is held back, later events of other kinds arrive earlier.
   */
  holdWatches(on?: Omit<RequestFilter, "verbs">): HeldWatches;

  /**
   * Delays the events of watches, by milliseconds of real time, by default of all, including watches that begin meanwhile. Events within
   * that time arrive together.
   *
   * @throws ArgumentError - it is not a positive number.
   */
  delayWatches(ms: number, on?: Omit<RequestFilter, "verbs">): Removable;

  /**
   * Reorders the events of watches, by default of all, including watches that begin meanwhile: of two changes within these milliseconds of
   * real time, the later one is sent first. Bookmarks, errors and the end follow everything before them.
   *
   * @throws ArgumentError - it is not a positive number.
   */
  reorderWatches(ms: number, on?: Omit<RequestFilter, "verbs">): Removable;

  /**
   * Skews the server's clock by milliseconds: timestamps in objects, and the expiry of tokens. 0 resets it.
   *
   * @throws ArgumentError - it is not a number, or more than a thousand years.
   */
  skewClock(ms: number): void;

  /** Removes all faults and plans, and resets the clock; watches that are held back, delayed or reordered stay so. */
  clear(): void;
}
