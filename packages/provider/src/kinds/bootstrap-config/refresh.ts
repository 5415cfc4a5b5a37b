import type { DataOutcome } from "./outcome.ts";

/** When `refreshBootstrap` wants to be called again, in milliseconds; nothing: on the next change. */
export type BootstrapRefresh = { readonly retryAfterMs?: number | undefined } | undefined;

/** What `refreshPoolBootstrap` wants: the data outcome replaces what is stored; otherwise as {@link BootstrapRefresh}. */
export type PoolBootstrapRefresh = DataOutcome | BootstrapRefresh;
