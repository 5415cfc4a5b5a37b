import { type AskedFault } from "./asked-fault.ts";
import { type Faults } from "./faults.ts";

/** What a fault can be done with. */
export interface FaultTools {
  readonly faults: Faults;
  /** Forgets the history. */
  readonly compact: () => void;
}

/** A fault that was begun. */
export interface BegunFault {
  /** Ends it; what was done at once has none. */
  readonly ongoing?: Disposable;
  /** To how many requests it has happened until now, or how many watches it has broken. */
  readonly happened?: () => number;
}

/** @throws ArgumentError - a number is out of its range. */
export function beginFault(asked: AskedFault, { faults, compact }: FaultTools): BegunFault {
  switch (asked.type) {
    case "holdWatches":
      return { ongoing: faults.holdWatches(asked.on) };
    case "reorderWatches":
      return { ongoing: faults.reorderWatches(asked.ms, asked.on) };
    case "delayWatches":
      return { ongoing: faults.delayWatches(asked.ms, asked.on) };
    case "skewClock":
      return skewed(faults, asked.ms);
    case "breakWatches": {
      const broken = faults.breakWatches(asked.how, asked.on);
      return { happened: () => broken };
    }
    case "compact":
      compact();
      return {};
    case "latency":
    case "error":
    case "reset":
    case "silence":
    case "outage": {
      // A fault and its options are one object in JSON, so that it is both.
      const fault = faults.add(asked, asked);
      return { ongoing: fault, happened: () => fault.happened };
    }
  }
}

function skewed(faults: Faults, ms: number): BegunFault {
  faults.skewClock(ms);
  const setRight = (): void => {
    faults.skewClock(0);
  };
  return { ongoing: { [Symbol.dispose]: setRight } };
}
