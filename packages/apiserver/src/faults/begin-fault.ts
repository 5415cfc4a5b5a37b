import { type AskedFault } from "./asked-fault.ts";
import { type Faults } from "./faults.ts";

/** The tools for starting a fault. */
export interface FaultTools {
  readonly faults: Faults;
  /** Forgets the history. */
  readonly compact: () => void;
}

/** A fault that was started. */
export interface BegunFault {
  /** Ends it; unset for immediate faults. */
  readonly ongoing?: Disposable;
  /** The number of affected requests or broken watches so far. */
  readonly happened?: () => number;
}

/** @throws ArgumentError - a number is out of range. */
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
      // In JSON, a fault and its options are one object, so it serves as both.
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
