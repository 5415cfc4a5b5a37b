import { type WatchBreak } from "./faults.ts";
import { type FaultOptions, type RequestFault } from "./request-fault.ts";
import { type RequestFilter } from "../request/request-filter.ts";

/** Options of a fault as JSON has them. */
type AskedOptions = Omit<FaultOptions, "random">;

interface OnWatches {
  readonly on?: Omit<RequestFilter, "verbs">;
}

/** A fault that was asked for over HTTP: one of requests, with its options, or what is named as the method of Faults that does it. */
export type AskedFault =
  | (RequestFault & AskedOptions)
  | ({ readonly type: "holdWatches" } & OnWatches)
  | ({ readonly type: "delayWatches" | "reorderWatches"; readonly ms: number } & OnWatches)
  | ({ readonly type: "breakWatches"; readonly how: WatchBreak } & OnWatches)
  | { readonly type: "skewClock"; readonly ms: number }
  | { readonly type: "compact" };
