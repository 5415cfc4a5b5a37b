import type { Clock } from "../clock/clock.ts";
import type { Logger } from "../logging/logger.ts";
import { LeaderElection } from "./leader-election.ts";
import { leaseNameOf } from "./lease-name.ts";
import type { ManagerOptions } from "./manager-options.ts";

/** A manager's candidate in the election among managers with the same name that serve the same share. */
export function candidateOf(
  options: ManagerOptions,
  { clock, logger }: { readonly clock: Clock; readonly logger: Logger },
): LeaderElection | undefined {
  const { client, leaderElection } = options;
  if (leaderElection === undefined) return undefined;
  return new LeaderElection(client, clock, logger, leaseNameOf(options.name, options), leaderElection);
}
