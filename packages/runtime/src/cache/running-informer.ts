import type { Scope } from "../client/client.ts";
import type { Informer } from "./informer.ts";

/** An informer in use, to compare with the server. */
export interface RunningInformer {
  readonly informer: Informer;
  /** The scopes that it reads. */
  readonly scopes: readonly Scope[];
  /** Whether all its watches have reached a version of the server's history. */
  readonly hasReached: (version: string) => boolean;
  /** Resolves at its next list, event or problem. */
  readonly nextChange: (signal: AbortSignal) => Promise<void>;
}
