import type { Lease } from "../kubernetes/lease.ts";
import { microTime } from "./micro-time.ts";

/** What a candidate does about the Lease it has read: pure. */
export type LeaseDecision = "wait" | "take" | "renew";

/**
 * @param holder - `spec.holderIdentity` of the Lease.
 * @param unchangedMs - for how long the candidate has seen the Lease unchanged, by its own clock: the clocks of two
 *   machines are never compared.
 */
export function decideLease(
  holder: string | undefined,
  identity: string,
  unchangedMs: number,
  leaseDurationMs: number,
): LeaseDecision {
  if (holder === identity) return "renew";
  if (holder === undefined || holder === "") return "take";
  return unchangedMs >= leaseDurationMs ? "take" : "wait";
}

/** What a candidate writes into a Lease. @param nowMs - since the epoch, for people: no candidate decides by it. */
export function leaseSpec(
  previous: Lease["spec"],
  decision: "take" | "renew",
  holder: { readonly identity: string; readonly leaseDurationMs: number; readonly nowMs: number },
): NonNullable<Lease["spec"]> {
  const now = microTime(holder.nowMs);
  const isTakeover = decision === "take" && previous !== undefined;
  return {
    ...previous,
    holderIdentity: holder.identity,
    leaseDurationSeconds: Math.max(1, Math.round(holder.leaseDurationMs / 1_000)),
    renewTime: now,
    ...(decision === "take" ? { acquireTime: now } : {}),
    leaseTransitions: (previous?.leaseTransitions ?? 0) + (isTakeover ? 1 : 0),
  };
}
