import type { CustomResourceDefinition } from "@capstan/contract";
import type { Client } from "../client/client.ts";
import type { Clock } from "../clock/clock.ts";

/** Options of {@link installCRDs}. */
export interface InstallCRDsOptions {
  /** Default 30,000. */
  readonly timeoutMs?: number;
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
  /** Take fields over from other field managers. Default true. */
  readonly force?: boolean;
}

export function installCRDs(
  client: Client,
  crds: readonly CustomResourceDefinition[],
  options: InstallCRDsOptions = {},
): Promise<void> {
  throw new Error(`not yet ${client.server} ${crds.length} ${typeof options}`);
}
