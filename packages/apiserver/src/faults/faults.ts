import { type RequestFilter } from "../request/request-filter.ts";
import { type FaultPlan } from "./fault-plan.ts";
import { type FaultOptions, type RequestFault } from "./request-fault.ts";

/** A fault that goes on until it is removed, or `using` ends. */
export interface Fault extends Removable {
  /** To how many requests it has happened. */
  readonly happened: number;
}

/** Something that goes on until it is removed, or `using` ends. */
export interface Removable extends Disposable {
  /** Ends it; again, it does nothing. */
  remove(): void;
}

/** Watches that are held back until they are released, or `using` ends. */
export interface HeldWatches extends Disposable {
  /** Lets everything come that was held back, in order; again, it does nothing. */
  release(): void;
}

/** How a watch breaks: its server ends it in good order, or cuts it off, or says that its version has expired (410). */
export type WatchBreak = "ended" | "cut" | "expired";

/**
 * What goes wrong with a server, on demand: to find out how a client gets on with it.
 *
 * Faults happen to requests for resources, of users that the server knows and allows; health checks and discovery go on. Of several
 * faults that are added, all latencies and then the first other one happen to a request, in the order in which they were added.
 */
export interface Faults {
  /**
   * Lets a fault happen to requests from now on.
   *
   * @throws ArgumentError - a number among the options is out of its range.
   */
  add(fault: RequestFault, options?: FaultOptions): Fault;

  /** Lets a plan decide about every request from now on; before faults that were added. */
  plan(plan: FaultPlan): Removable;

  /** Breaks the watches that are open; by default all. @returns how many there were. */
  breakWatches(how: WatchBreak, on?: Omit<RequestFilter, "verbs">): number;

  /**
   * Holds back what watches send, by default all, also of those that begin meanwhile. Their connections stay open. Held back for one
   * kind and not for another, what happened later comes earlier.
   */
  holdWatches(on?: Omit<RequestFilter, "verbs">): HeldWatches;

  /**
   * Lets what watches send come late, by milliseconds of real time, by default all, also of those that begin meanwhile. What comes
   * in that time comes together.
   *
   * @throws ArgumentError - it is not a positive number.
   */
  delayWatches(ms: number, on?: Omit<RequestFilter, "verbs">): Removable;

  /**
   * Lets watches send what happens out of order, by default all, also those that begin meanwhile: of two changes the later one comes
   * first, if it comes within milliseconds of real time. Bookmarks, errors and the end come after everything that was before them.
   *
   * @throws ArgumentError - it is not a positive number.
   */
  reorderWatches(ms: number, on?: Omit<RequestFilter, "verbs">): Removable;

  /**
   * Sets the server's clock wrong, by milliseconds: the times in objects, and when tokens expire. 0 sets it right.
   *
   * @throws ArgumentError - it is not a number, or more than a thousand years.
   */
  skewClock(ms: number): void;

  /** Removes all faults and plans, and sets the clock right; watches that are held back, late or out of order stay so. */
  clear(): void;
}
