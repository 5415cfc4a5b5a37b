import type { DeepReadonly, IPAddress } from "@capstan/contract";
import { isConfirmed } from "./address-object.ts";

type Stored = DeepReadonly<IPAddress>;

/**
 * The rival that an address must give way to; undefined if it may serve its claim. An address that is not confirmed gives way to any equal
 * one. Of two that are confirmed, the older one stays: users can write the finalizer and the address, but not the time of creation. Pure.
 */
export function strongerRival(address: Stored, rivals: readonly Stored[]): Stored | undefined {
  if (!isConfirmed(address)) return rivals[0];
  return rivals.find((rival) => isConfirmed(rival) && ageOf(rival) < ageOf(address));
}

/** Sorts by age, and those of the same second in one order for all readers. */
function ageOf({ metadata: { creationTimestamp = "", uid = "" } }: Stored): string {
  return `${creationTimestamp} ${uid}`;
}
