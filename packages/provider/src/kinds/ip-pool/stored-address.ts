import {
  addressLabel,
  type DeepReadonly,
  finalizers,
  IPAddress,
  type IPAddressClaim,
  type ObjectKey,
} from "@capstan/contract";
import { canonicalIPAddress, deepCopy, objectKeyText } from "@capstan/kube";
import { type Client, isAlreadyExists, isNotFound, patchChanges, removeFinalizer } from "@capstan/runtime";
import type { CachedObject } from "../../object/stored-object.ts";
import { addressLabelValue, confirmedMetadata } from "./address-object.ts";
import type { PlacedPool } from "./placed-pool.ts";
import { isSamePool } from "./pool-reference.ts";

type Stored = DeepReadonly<IPAddress>;

/** Reads an address from the API server, whatever the cache shows; undefined if it does not exist. */
export async function readAddress(client: Client, key: ObjectKey, signal: AbortSignal): Promise<Stored | undefined> {
  return client.get(IPAddress, key, { signal }).catch((error: unknown) => {
    if (isNotFound(error)) return undefined;
    throw error;
  });
}

/** Creates an address, or returns the address that already has its name. */
export async function createAddress(client: Client, address: IPAddress, signal: AbortSignal): Promise<Stored> {
  try {
    return await client.create(IPAddress, address, { signal });
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
  return client.get(IPAddress, address.metadata, { signal });
}

/**
 * Confirms an address and keeps its owners, finalizer and labels; sends nothing if nothing is missing. The finalizer is added only to the
 * object that was read: fails if another manager has given way with it in the meantime.
 */
export async function confirmAddress(
  client: Client,
  address: Stored,
  claim: DeepReadonly<IPAddressClaim>,
  pool: CachedObject,
  signal: AbortSignal,
): Promise<void> {
  // The API server adds no finalizer to an object that is being deleted.
  if (address.metadata.deletionTimestamp !== undefined) return;
  const draft = deepCopy<IPAddress>(address);
  const metadata = confirmedMetadata(draft.metadata, address.spec.address, claim, pool);
  await patchChanges(client, IPAddress, address, { ...draft, metadata }, { signal });
}

/** Those of these addresses that are equal to an address, without itself. Pure. */
export function equalTo(address: Stored, among: readonly Stored[]): readonly Stored[] {
  const text = canonicalIPAddress(address.spec.address);
  return among.filter(
    ({ metadata, spec }) => metadata.uid !== address.metadata.uid && canonicalIPAddress(spec.address) === text,
  );
}

/** Selects the addresses that are equal to an address, as far as providers of the SDK have created them. Pure. */
export function selectorOfEqual(address: Stored): string {
  return `${addressLabel}=${addressLabelValue(address.spec.address)}`;
}

/** Whether {@link selectorOfEqual} selects an address. Pure. */
export function isLabeled({ metadata, spec }: Stored): boolean {
  return metadata.labels?.[addressLabel] === addressLabelValue(canonicalIPAddress(spec.address) ?? spec.address);
}

/** The addresses of a pool that the API server has; of all namespaces, if the pool has none. */
export async function addressesOf(
  client: Client,
  { namespace, reference }: PlacedPool,
  options: { readonly signal?: AbortSignal; readonly labelSelector?: string } = {},
): Promise<readonly Stored[]> {
  const { items } = await client.list(IPAddress, { namespace, ...options });
  return items.filter(({ spec }) => isSamePool(spec.poolRef, reference));
}

/**
 * Deletes an address that is not confirmed.
 *
 * @throws ApiError - Conflict: another manager has confirmed it in the meantime.
 */
export async function withdrawAddress(client: Client, address: Stored, signal: AbortSignal): Promise<void> {
  const { uid = "", resourceVersion = "" } = address.metadata;
  try {
    await client.delete(IPAddress, address.metadata, { preconditions: { uid, resourceVersion }, signal });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

/**
 * Deletes an address: first marks it as deleted, so that it is protected until then, and then removes its finalizer. Safe to repeat.
 *
 * @returns the finalizers of others that still keep it; empty if it no longer exists.
 * @throws ApiError - Conflict: the address has changed since it was read; a claim may have taken it over.
 */
export async function deleteAddress(client: Client, address: Stored, signal: AbortSignal): Promise<readonly string[]> {
  const { uid, resourceVersion } = address.metadata;
  const key = address.metadata;
  try {
    if (address.metadata.deletionTimestamp === undefined) {
      const preconditions = uid === undefined || resourceVersion === undefined ? {} : { uid, resourceVersion };
      await client.delete(IPAddress, key, { preconditions, signal });
    }
    const marked = await readAddress(client, key, signal);
    if (marked?.metadata.uid !== uid || marked === undefined) return [];
    const draft = deepCopy<IPAddress>(marked);
    const metadata = removeFinalizer(draft.metadata, finalizers.protectAddress);
    await patchChanges(client, IPAddress, marked, { ...draft, metadata }, { signal });
    return metadata.finalizers ?? [];
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}

/** An address for messages: its key and itself. */
export function describeAddress({ metadata, spec }: Stored): string {
  return `IPAddress ${objectKeyText(metadata)} (${spec.address})`;
}
