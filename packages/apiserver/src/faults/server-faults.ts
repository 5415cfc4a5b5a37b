import { ArgumentError } from "@capstan/kube";
import { type Clock } from "../clock/clock.ts";
import { type Caller, isMeant, type RequestFilter } from "../request/request-filter.ts";
import { type OpenWatches } from "../watch/open-watches.ts";
import { type ArrivedRequest, type FaultPlan, plannedRequest } from "./fault-plan.ts";
import { type Fault, type Faults, type HeldWatches, type Removable, type WatchBreak } from "./faults.ts";
import { type FaultOptions, type RequestFault } from "./request-fault.ts";

/** A thousand years: beyond that, times are not formatted as Kubernetes parses them. */
const mostSkewMs = 1_000 * 365.25 * 24 * 3_600_000;

/** The faults of one server. */
export class ServerFaults implements Faults {
  readonly #watches: OpenWatches;
  readonly #clock: Clock;
  readonly #rules = new Set<FaultRule>();
  readonly #plans = new Set<FaultPlan>();
  #skewMs = 0;

  constructor(watches: OpenWatches, clock: Clock) {
    this.#watches = watches;
    this.#clock = clock;
  }

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

  plan(plan: FaultPlan): Removable {
    // A plan that is added twice decides twice.
    const own: FaultPlan = (request) => plan(request);
    this.#plans.add(own);
    const remove = (): void => {
      this.#plans.delete(own);
    };
    return { remove, [Symbol.dispose]: remove };
  }

  breakWatches(how: WatchBreak, on: Omit<RequestFilter, "verbs"> = {}): number {
    const watches = this.#watches.matching(on);
    for (const watch of watches) {
      if (how === "ended") watch.stop();
      else if (how === "cut") watch.cut();
      else watch.expire();
    }
    return watches.length;
  }

  holdWatches(on: Omit<RequestFilter, "verbs"> = {}): HeldWatches {
    const release = this.#watches.hold(on);
    return { release, [Symbol.dispose]: release };
  }

  delayWatches(ms: number, on: Omit<RequestFilter, "verbs"> = {}): Removable {
    if (!(ms > 0)) throw new ArgumentError(`Events cannot come ${ms} ms late`);
    const remove = this.#watches.delay(ms, on);
    return { remove, [Symbol.dispose]: remove };
  }

  reorderWatches(ms: number, on: Omit<RequestFilter, "verbs"> = {}): Removable {
    if (!(ms > 0)) throw new ArgumentError(`Events cannot wait ${ms} ms for others`);
    const remove = this.#watches.swap(ms, on);
    return { remove, [Symbol.dispose]: remove };
  }

  skewClock(ms: number): void {
    if (!(Math.abs(ms) <= mostSkewMs)) throw new ArgumentError(`The clock cannot be ${ms} ms wrong`);
    this.#skewMs = ms;
  }

  clear(): void {
    this.#rules.clear();
    this.#plans.clear();
    this.#skewMs = 0;
  }

  /** The clock of the server. */
  get clock(): Clock {
    return { now: () => this.#clock.now() + this.#skewMs };
  }

  /** Whether anything can happen to a request. */
  get areAny(): boolean {
    return this.#rules.size > 0 || this.#plans.size > 0;
  }

  /** The faults of a request that arrives now, in order. */
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

/** A fault that was added, with the number of affected requests. */
class FaultRule {
  readonly fault: RequestFault;
  readonly #options: FaultOptions;
  #passed = 0;
  #happened = 0;

  constructor(fault: RequestFault, options: FaultOptions) {
    this.fault = fault;
    this.#options = options;
  }

  /** The number of affected requests. */
  get happened(): number {
    return this.#happened;
  }

  /** Whether the fault affects this request; counts the request. */
  strikes(caller: Caller): boolean {
    const { on = {}, skip = 0, times = Infinity, share = 1, random = Math.random } = this.#options;
    if (this.#happened >= times || !isMeant(on, caller)) return false;
    if (this.#passed < skip) {
      this.#passed += 1;
      return false;
    }
    if (share < 1 && random() >= share) return false;
    this.#happened += 1;
    return true;
  }
}
