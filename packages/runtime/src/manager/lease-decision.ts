import type { Lease } from "../kubernetes/lease.ts";
import { microTime } from "./micro-time.ts";

/** What a candidate does after it has read the Lease. */
export type LeaseDecision = "wait" | "take" | "renew";

/**
 * Decides what to do about a Lease. Pure.
 *
 * @param unchangedMs - how long the candidate has seen the Lease unchanged, by its own clock: the clocks of two machines are never
 *   compared.
 * @param defaultDurationMs - the duration of a Lease that does not state one. The holder chooses the duration, which may differ from this
 *   candidate's.
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

/** The spec that a candidate writes. @param nowMs - since the epoch, for people: no candidate decides by it. */
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
    // Rounded up: a candidate that waits for this long waits until the holder has stopped.
    leaseDurationSeconds: Math.ceil(holder.leaseDurationMs / 1_000),
    renewTime: now,
    ...(decision === "take" ? { acquireTime: now } : {}),
    leaseTransitions: (previous?.leaseTransitions ?? 0) + (isTakeover ? 1 : 0),
  };
}

/**
 * The spec that a stopping process writes, so that the next candidate takes the Lease immediately.
 *
 * @param nowMs - since the epoch. The time makes this a change even of a Lease that is released already.
 */
export function releasedSpec(previous: Lease["spec"], nowMs: number): NonNullable<Lease["spec"]> {
  // The API server rejects a duration of zero; one second is the shortest.
  return { ...previous, holderIdentity: "", leaseDurationSeconds: 1, renewTime: microTime(nowMs) };
}
