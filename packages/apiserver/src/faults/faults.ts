import { ArgumentError } from "@capstan/kube";
import { type Clock } from "../clock/clock.ts";
import { type RequestFilter } from "../request/request-filter.ts";
import { type OpenWatches } from "../watch/open-watches.ts";
import { type ArrivedRequest, type FaultPlan, plannedRequest } from "./fault-plan.ts";
import { FaultRule } from "./fault-rule.ts";
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
export class Faults {
  readonly #watches: OpenWatches;
  readonly #clock: Clock;
  readonly #rules = new Set<FaultRule>();
  readonly #plans = new Set<FaultPlan>();
  #skewMs = 0;

  /** @internal */
  constructor(watches: OpenWatches, clock: Clock) {
    this.#watches = watches;
    this.#clock = clock;
  }

  /**
   * Lets a fault happen to requests from now on.
   *
   * @throws ArgumentError - a number among the options is out of its range.
   */
  add(fault: RequestFault, options: FaultOptions = {}): Fault {
    checkOptions(fault, options);
    const rule = new FaultRule(fault, options);
    this.#rules.add(rule);
    const remove = (): void => {
      this.#rules.delete(rule);
    };
    return {
      get happened() {
        return rule.happened;
      },
      remove,
      [Symbol.dispose]: remove,
    };
  }

  /** Lets a plan decide about every request from now on; before faults that were added. */
  plan(plan: FaultPlan): Removable {
    // A plan that is given twice decides twice.
    const own: FaultPlan = (request) => plan(request);
    this.#plans.add(own);
    const remove = (): void => {
      this.#plans.delete(own);
    };
    return { remove, [Symbol.dispose]: remove };
  }

  /** Breaks the watches that are open; by default all. @returns how many there were. */
  breakWatches(how: WatchBreak, on: Omit<RequestFilter, "verbs"> = {}): number {
    const watches = this.#watches.matching(on);
    for (const watch of watches) {
      if (how === "ended") watch.stop();
      else if (how === "cut") watch.cut();
      else watch.expire();
    }
    return watches.length;
  }

  /**
   * Holds back what watches send, by default all, also of those that begin meanwhile. Their connections stay open. Held back for one
   * kind and not for another, what happened later comes earlier.
   */
  holdWatches(on: Omit<RequestFilter, "verbs"> = {}): HeldWatches {
    const release = this.#watches.hold(on);
    return { release, [Symbol.dispose]: release };
  }

  /**
   * Lets what watches send come late, by milliseconds of real time, by default all, also of those that begin meanwhile. What comes
   * in that time comes together.
   *
   * @throws ArgumentError - it is not a positive number.
   */
  delayWatches(ms: number, on: Omit<RequestFilter, "verbs"> = {}): Removable {
    if (!(ms > 0)) throw new ArgumentError(`Events cannot come ${ms} ms late`);
    const remove = this.#watches.delay(ms, on);
    return { remove, [Symbol.dispose]: remove };
  }

  /**
   * Sets the server's clock wrong, by milliseconds: the times in objects, and when tokens expire. 0 sets it right.
   *
   * @throws ArgumentError - it is not a finite number.
   */
  skewClock(ms: number): void {
    if (!Number.isFinite(ms)) throw new ArgumentError(`The clock cannot be ${ms} ms wrong`);
    this.#skewMs = ms;
  }

  /** Removes all faults and plans, and sets the clock right; watches that are held back or late stay so. */
  clear(): void {
    this.#rules.clear();
    this.#plans.clear();
    this.#skewMs = 0;
  }

  /** The clock of the server. @internal */
  get clock(): Clock {
    return { now: () => this.#clock.now() + this.#skewMs };
  }

  /** Whether anything can happen to a request. @internal */
  get areAny(): boolean {
    return this.#rules.size > 0 || this.#plans.size > 0;
  }

  /** What happens to a request that comes now, in order. @internal */
  async of(request: ArrivedRequest): Promise<RequestFault[]> {
    const faults: RequestFault[] = [];
    for (const plan of this.#plans) {
      const fault = await plan(plannedRequest(request));
      if (fault !== undefined) faults.push(fault);
    }
    let isEnded = faults.some(({ type }) => type !== "latency");
    for (const rule of this.#rules) {
      const isLatency = rule.fault.type === "latency";
      if ((isEnded && !isLatency) || !rule.strikes(request)) continue;
      isEnded ||= !isLatency;
      faults.push(rule.fault);
    }
    return faults;
  }
}

function checkOptions(fault: RequestFault, { skip = 0, times = Infinity, share = 1 }: FaultOptions): void {
  const ms = "ms" in fault ? fault.ms : 0;
  if (!(ms >= 0)) throw new ArgumentError(`A fault cannot take ${ms} ms`);
  if (!(skip >= 0) || !(times >= 0)) throw new ArgumentError("skip and times of a fault must not be negative");
  if (!(share >= 0 && share <= 1)) throw new ArgumentError(`share of a fault must be from 0 to 1, not ${share}`);
  if (fault.type === "error" && !(fault.code >= 400 && fault.code <= 599))
    throw new ArgumentError(`code of an error must be from 400 to 599, not ${fault.code}`);
}
