import { type FaultOptions, type RequestFault } from "./request-fault.ts";
import { type Caller, isMeant } from "../request/request-filter.ts";

/** A fault that was added, with the number of affected requests. */
export class FaultRule {
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
