import { type DeepReadonly, type MachineHealthCheckSpec } from "@capstan/contract";
import { scaled } from "../../replicas/int-or-percent.ts";

/** How many of the watched Machines are in each state. */
export interface HealthCounts {
  readonly expected: number;
  readonly healthy: number;
  /** Unhealthy Machines, without the undecided ones, which count as not healthy as well. */
  readonly unhealthy: number;
}

/** Whether unhealthy Machines are remediated. */
export type Trigger =
  | { readonly allowed: true; readonly remediationsAllowed: number }
  | { readonly allowed: false; readonly message: string };

/**
 * Holds remediation back if too many Machines are not healthy: then the cause lies elsewhere, and replacing Machines would make it worse.
 * `unhealthyInRange` takes precedence over `unhealthyLessThanOrEqualTo`; without either, all unhealthy Machines are remediated.
 */
export function decideTrigger(
  remediation: DeepReadonly<MachineHealthCheckSpec["remediation"]>,
  { expected, healthy, unhealthy }: HealthCounts,
): Trigger {
  const { unhealthyInRange = "", unhealthyLessThanOrEqualTo = "100%" } = remediation?.triggerIf ?? {};
  const notHealthy = expected - healthy;
  const counted = `total: ${expected}, unhealthy: ${unhealthy}`;
  const refused = "Remediation is not allowed, the number of not started or unhealthy machines";
  if (unhealthyInRange !== "") {
    const [least, most] = rangeOf(unhealthyInRange);
    return notHealthy >= least && notHealthy <= most
      ? { allowed: true, remediationsAllowed: most - notHealthy }
      : {
          allowed: false,
          message: `${refused} does not fall within the range (${counted}, unhealthyRange: ${unhealthyInRange})`,
        };
  }
  const most = scaled(unhealthyLessThanOrEqualTo, expected, "down");
  if (most === undefined) {
    const path = "spec.remediation.triggerIf.unhealthyLessThanOrEqualTo";
    return { allowed: false, message: `${path} is neither a number nor a percentage: ${unhealthyLessThanOrEqualTo}` };
  }
  return notHealthy <= most
    ? { allowed: true, remediationsAllowed: most - notHealthy }
    : {
        allowed: false,
        message: `${refused} exceeds maxUnhealthy (${counted}, maxUnhealthy: ${unhealthyLessThanOrEqualTo})`,
      };
}

/** The schema allows no other format. A range that ends before it begins contains nothing. */
function rangeOf(range: string): [least: number, most: number] {
  const [, least, most] = /^\[(\d+)-(\d+)\]$/.exec(range) ?? [];
  return [Number(least), Number(most)];
}
