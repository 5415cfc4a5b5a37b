import type { DataOutcome } from "./outcome.ts";

/** The delay before the next call of `refreshBootstrap`, in milliseconds; undefined: called on the next change. */
export type BootstrapRefresh = { readonly retryAfterMs?: number | undefined } | undefined;

/** The result of `refreshPoolBootstrap`: a data outcome replaces the stored data; otherwise the same as {@link BootstrapRefresh}. */
export type PoolBootstrapRefresh = DataOutcome | BootstrapRefresh;
