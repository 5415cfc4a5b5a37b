import type { ObservedError, ObservedReconcile } from "../page/follow-reconciles.ts";

/** What the process of a provider is sent. */
export type ToProvider =
  | { readonly type: "begin"; readonly flags: readonly string[] }
  /** Calls that leave the process for anything but `except`, a host with its port, take this much longer; 0: no longer. */
  | { readonly type: "slow-cloud"; readonly ms: number; readonly except: string }
  /** A cloud in memory is to lose what it has under one of these names. */
  | { readonly type: "lose"; readonly number: number; readonly keys: readonly string[] };

/** What it sends. */
export type FromProvider =
  | { readonly type: "reconciles"; readonly reconciles: readonly ObservedReconcile[] }
  /** It ends, since this was thrown and not caught. */
  | { readonly type: "threw"; readonly error: ObservedError }
  /** A call to the cloud was made slow. */
  | { readonly type: "slowed" }
  | { readonly type: "lost"; readonly number: number; readonly count: number };
