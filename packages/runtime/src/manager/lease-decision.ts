import type { Lease } from "../kubernetes/lease.ts";
import { microTime } from "./micro-time.ts";

/** What a candidate does about the Lease it has read: pure. */
export type LeaseDecision = "wait" | "take" | "renew";

/**
 * @param unchangedMs - for how long the candidate has seen the Lease unchanged, by its own clock: the clocks of two
 *   machines are never compared.
 * @param defaultDurationMs - for a Lease that does not say how long it lasts. The duration is its holder's, who may have been
 *   started with another one than this candidate.
 */
export function decideLease(
  spec: Lease["spec"],
  identity: string,
  unchangedMs: number,
  defaultDurationMs: number,
): LeaseDecision {
  const { holderIdentity: holder = "", leaseDurationSeconds } = spec ?? {};
  if (holder === identity) return "renew";
  if (holder === "") return "take";
  const durationMs = leaseDurationSeconds === undefined ? defaultDurationMs : leaseDurationSeconds * 1_000;
  return unchangedMs >= durationMs ? "take" : "wait";
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
    // Rounded up: who waits for this long waits until the holder has stopped.
    leaseDurationSeconds: Math.ceil(holder.leaseDurationMs / 1_000),
    renewTime: now,
    ...(decision === "take" ? { acquireTime: now } : {}),
    leaseTransitions: (previous?.leaseTransitions ?? 0) + (isTakeover ? 1 : 0),
  };
}
