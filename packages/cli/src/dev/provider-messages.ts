import type { ObservedError, ObservedReconcile } from "../page/follow-reconciles.ts";

/** A message to a provider process. */
export type ToProvider =
  | { readonly type: "begin"; readonly flags: readonly string[] }
  /** Delays calls that leave the process to any host except `except` (host and port); 0: no delay. */
  | { readonly type: "slow-cloud"; readonly ms: number; readonly except: string }
  /** A cloud in memory must lose its resource with one of these names. */
  | { readonly type: "lose"; readonly number: number; readonly keys: readonly string[] };

/** A message from a provider process. */
export type FromProvider =
  | { readonly type: "reconciles"; readonly reconciles: readonly ObservedReconcile[] }
  /** The process ends because of an uncaught error. */
  | { readonly type: "threw"; readonly error: ObservedError }
  /** A call to the cloud was delayed. */
  | { readonly type: "slowed" }
  | { readonly type: "lost"; readonly number: number; readonly count: number };
