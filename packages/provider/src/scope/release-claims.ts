import { type DeepReadonly, finalizers, IPAddressClaim, type ObjectKey, type ResourceKind } from "@capstan/contract";
import { deepCopy } from "@capstan/kube";
import {
  type Client,
  createRequest,
  enqueueMapped,
  hasFinalizer,
  isNotFound,
  type Manager,
  patchChanges,
  removeFinalizer,
  type Source,
} from "@capstan/runtime";
import type { Finding } from "../finding/finding.ts";
import { providerReasons } from "../finding/provider-reasons.ts";
import type { Visit } from "../visit/visit.ts";
import { isClaimOf, userNameOf } from "./claim-user.ts";

type Claim = DeepReadonly<IPAddressClaim>;

/**
 * Deletes the claims of an object whose infrastructure no longer exists, and ends its use of their addresses.
 *
 * @returns what is still awaited; undefined once none is left.
 */
export async function releaseClaims({ manager, object, reading, signal }: Visit<object>): Promise<Finding | undefined> {
  const { client, cache } = manager;
  const { namespace } = object.metadata;
  const present = async () =>
    (await cache.list(IPAddressClaim, { namespace, signal })).filter((claim) => isClaimOf(claim, object));
  for (const claim of await present()) {
    const { name, uid, deletionTimestamp } = claim.metadata;
    const key = { name, namespace: object.metadata.namespace };
    reading.note(IPAddressClaim, key);
    await endUse(client, claim, signal);
    if (deletionTimestamp !== undefined) continue;
    await client.delete(IPAddressClaim, key, { preconditions: { uid }, signal }).catch(unlessNotFound);
  }
  const left = await present();
  if (left.length === 0) return undefined;
  const message = `Waiting for IPAddressClaims to be deleted: ${left.map(({ metadata }) => metadata.name).join(", ")}`;
  return { progress: "deleting", reason: providerReasons.waitingForAddress, message };
}

/** Wakes the user of a claim that is being deleted, because the user may no longer exist, and nothing else would let the claim go. */
export function deletedClaimSource(kind: ResourceKind): Source {
  return enqueueMapped(IPAddressClaim, (claim, _previous, { type }) => {
    const { deletionTimestamp, namespace } = claim.metadata;
    const user = userNameOf(claim, kind);
    if (type === "deleted" || deletionTimestamp === undefined || user === undefined) return [];
    return hasFinalizer(claim.metadata, finalizers.useAddress) ? [createRequest(user, namespace)] : [];
  });
}

/** Ends the use of addresses by an object that no longer exists, as after a user has removed its finalizer. */
export async function endUseOfGone(
  { cache, client }: Manager,
  kind: ResourceKind,
  { name, namespace }: ObjectKey,
  signal: AbortSignal,
): Promise<void> {
  const claims = (await cache.list(IPAddressClaim, { namespace, signal })).filter(
    (claim) => userNameOf(claim, kind) === name && hasFinalizer(claim.metadata, finalizers.useAddress),
  );
  if (claims.length === 0) return;
  // The cache may have only the objects of a watch filter.
  const key = { name, namespace };
  const found = await client.get(kind, key, { signal }).catch(unlessNotFound);
  if (found !== undefined) return;
  for (const claim of claims) await endUse(client, claim, signal);
}

/** Removes the finalizer with which an object keeps a claim. */
export async function endUse(client: Client, claim: Claim, signal: AbortSignal): Promise<void> {
  const draft = deepCopy<IPAddressClaim>(claim);
  const metadata = removeFinalizer(draft.metadata, finalizers.useAddress);
  await patchChanges(client, IPAddressClaim, claim, { ...draft, metadata }, { signal }).catch(unlessNotFound);
}

/** Treats an object that does not exist as `undefined`. */
export function unlessNotFound(error: unknown): undefined {
  if (isNotFound(error)) return undefined;
  throw error;
}
