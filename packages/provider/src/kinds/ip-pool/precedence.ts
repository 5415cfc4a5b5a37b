import type { DeepReadonly, IPAddress } from "@capstan/contract";
import { isConfirmed } from "./address-object.ts";

type Stored = DeepReadonly<IPAddress>;

/**
 * The rival that an address must give way to; undefined if it may serve its claim. Users can write the finalizer and the address, but not
 * the time of creation, so an address that is confirmed gives way to those that may be older:
 *
 * - While its claim refers to no address, to any of the same second or earlier. The rival may not be confirmed yet, and its manager may not
 *   have seen this one.
 * - Afterwards, to a confirmed one of an earlier second.
 *
 * An address that is not confirmed gives way to any. Pure.
 */
export function strongerRival(address: Stored, rivals: readonly Stored[], isServed: boolean): Stored | undefined {
  if (!isConfirmed(address)) return rivals[0];
  const own = createdMs(address);
  return rivals.find((rival) => (isServed ? isConfirmed(rival) && createdMs(rival) < own : createdMs(rival) <= own));
}

function createdMs({ metadata }: Stored): number {
  return Date.parse(metadata.creationTimestamp ?? "");
}
