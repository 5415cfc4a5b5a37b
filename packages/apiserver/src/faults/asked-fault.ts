import { type WatchBreak } from "./faults.ts";
import { type FaultOptions, type RequestFault } from "./request-fault.ts";
import { type RequestFilter } from "../request/request-filter.ts";

/** Options of a fault in JSON. */
type AskedOptions = Omit<FaultOptions, "random">;

interface OnWatches {
  readonly on?: Omit<RequestFilter, "verbs">;
}

/** A fault requested over HTTP: a request fault with its options, or the name of a method of Faults. */
export type AskedFault =
  | (RequestFault & AskedOptions)
  | ({ readonly type: "holdWatches" } & OnWatches)
  | ({ readonly type: "delayWatches" | "reorderWatches"; readonly ms: number } & OnWatches)
  | ({ readonly type: "breakWatches"; readonly how: WatchBreak } & OnWatches)
  | { readonly type: "skewClock"; readonly ms: number }
  | { readonly type: "compact" };
