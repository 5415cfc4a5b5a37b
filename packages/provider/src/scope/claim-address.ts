import {
  conditionTypes,
  type DeepReadonly,
  finalizers,
  getCondition,
  IPAddress,
  IPAddressClaim,
  labels,
  type OwnerReference,
  type PoolReference,
} from "@capstan/contract";
import { apiVersionOf, ArgumentError, deepCopy, jsonEqual } from "@capstan/kube";
import { addFinalizer, isAlreadyExists, patchChanges, setOwnerReference } from "@capstan/runtime";
import type { ReconciledDefinition } from "../definition/reconciled-definition.ts";
import { providerReasons } from "../finding/provider-reasons.ts";
import { WaitingFor } from "../finding/waiting-for.ts";
import type { CachedObject } from "../object/stored-object.ts";
import type { Visit } from "../visit/visit.ts";
import { annotationsOfUser, isClaimOf } from "./claim-user.ts";
import { endUse, unlessNotFound } from "./release-claims.ts";
import type { ClaimedAddress, WantedAddress } from "./scope.ts";

type Claim = DeepReadonly<IPAddressClaim>;

/** The kinds that {@link claimAddress} reads. */
export const claimedKinds = [IPAddressClaim, IPAddress];

/**
 * The address of an object's claim, which is created if it is missing. Until there is an address, the call of author code ends as waiting
 * (rule IP-005). A finalizer keeps the claim, and with it the address, while the object exists.
 */
export async function claimAddress(
  reader: ReconciledDefinition,
  visit: Visit<object>,
  clusterName: string | undefined,
  wanted: WantedAddress,
): Promise<ClaimedAddress> {
  if (!reader.claimsAddresses) {
    const remedy = 'set the option "claimsAddresses" of its definition, which watches claims and adds them to the role';
    throw new ArgumentError(`${reader.kind.kind} does not claim addresses: ${remedy}.`);
  }
  const { manager, object, reading, signal } = visit;
  const key = { name: `${object.metadata.name}-${wanted.name}`, namespace: object.metadata.namespace };
  reading.note(IPAddressClaim, key);
  const claim =
    (await manager.cache.get(IPAddressClaim, key, { signal })) ??
    (await createClaim(visit, key, clusterName, wanted.pool));
  mustBeOwn(visit, claim);
  const address = await addressOf(visit, claim);
  if (address === undefined && claim.metadata.deletionTimestamp !== undefined) {
    // It has no address that is used, and no provider serves it. Its event leads to the next call, which creates another claim.
    await endUse(manager.client, claim, signal);
    throw waitingForAddress(claim);
  }
  mustBeOfPool(claim, wanted.pool);
  await keep(visit, claim);
  if (address === undefined) throw waitingForAddress(claim);
  const { address: text, prefix, gateway } = address.spec;
  return { address: text, prefix, ...(gateway === undefined ? {} : { gateway }) };
}

/** The IPAddress of a claim; undefined if it has none, or if it no longer exists. */
async function addressOf(
  { manager: { cache, client }, object, reading, signal }: Visit<object>,
  claim: Claim,
): Promise<DeepReadonly<IPAddress> | undefined> {
  const { metadata, status } = claim;
  const name = status?.addressRef?.name;
  if (name === undefined) return undefined;
  const key = { name, namespace: object.metadata.namespace };
  reading.note(IPAddress, key);
  const cached = await cache.get(IPAddress, key, { signal });
  const found =
    cached !== undefined || metadata.deletionTimestamp === undefined
      ? cached
      : // Only the API server can say that a claim lost its address.
        await client.get(IPAddress, key, { signal }).catch(unlessNotFound);
  if (found !== undefined) mustBeOfClaim(found, claim);
  return found;
}

/** Users can write the status of their claims, and so refer to the address of another one. */
function mustBeOfClaim({ metadata, spec }: DeepReadonly<IPAddress>, claim: Claim): void {
  const { name } = claim.metadata;
  if (spec.claimRef.name === name) return;
  const message = `status.addressRef of IPAddressClaim ${name} names IPAddress ${metadata.name}, which is for IPAddressClaim ${spec.claimRef.name}; remove status.addressRef, so that the IPAM provider sets it again`;
  throw new WaitingFor(providerReasons.addressNotOfClaim, message, { isTrouble: true });
}

/** Another object may have a claim of this name. */
function mustBeOwn({ object }: Visit<object>, claim: Claim): void {
  if (isClaimOf(claim, object)) return;
  const { name } = claim.metadata;
  const message = `IPAddressClaim ${name} belongs to another object; delete it, so that ${object.kind} ${object.metadata.name} can create its own`;
  throw new WaitingFor(providerReasons.claimTaken, message, { isTrouble: true });
}

function mustBeOfPool(claim: Claim, pool: PoolReference): void {
  const { name } = claim.metadata;
  const { apiGroup, kind, name: poolName } = pool;
  if (!jsonEqual(claim.spec.poolRef, { apiGroup, kind, name: poolName })) {
    const message = `IPAddressClaim ${name} is for ${claim.spec.poolRef.kind} ${claim.spec.poolRef.name}, not for ${kind} ${poolName}; a claim cannot change its pool`;
    throw new WaitingFor(providerReasons.claimTaken, message, { isTrouble: true });
  }
}

/** Owns a claim that is the object's, as after a move, and keeps it while the object exists. */
async function keep({ manager, object, signal }: Visit<object>, claim: Claim): Promise<void> {
  const draft = deepCopy<IPAddressClaim>(claim);
  const named = { ...draft.metadata, annotations: annotationsOfUser(claim, object) };
  const owned = setOwnerReference(named, ownerReferenceTo(object));
  // The API server adds no finalizer to an object that is being deleted.
  const metadata = owned.deletionTimestamp === undefined ? addFinalizer(owned, finalizers.useAddress) : owned;
  await patchChanges(manager.client, IPAddressClaim, claim, { ...draft, metadata }, { signal });
}

async function createClaim(
  { manager, object, signal }: Visit<object>,
  key: { readonly name: string; readonly namespace?: string | undefined },
  clusterName: string | undefined,
  { apiGroup, kind, name }: PoolReference,
): Promise<Claim> {
  const claim: IPAddressClaim = {
    apiVersion: apiVersionOf(IPAddressClaim),
    kind: IPAddressClaim.kind,
    metadata: {
      name: key.name,
      namespace: key.namespace,
      // Cluster API before 1.9 knows the Cluster by the label only.
      ...(clusterName === undefined ? {} : { labels: { [labels.clusterName]: clusterName } }),
      annotations: annotationsOfUser({ metadata: key }, object),
      ownerReferences: [ownerReferenceTo(object)],
      finalizers: [finalizers.useAddress],
    },
    spec: { poolRef: { apiGroup, kind, name }, ...(clusterName === undefined ? {} : { clusterName }) },
  };
  try {
    return await manager.client.create(IPAddressClaim, claim, { signal });
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
  return manager.client.get(IPAddressClaim, key, { signal });
}

function ownerReferenceTo({ apiVersion, kind, metadata }: CachedObject): OwnerReference {
  return { apiVersion, kind, name: metadata.name, uid: metadata.uid ?? "", controller: true, blockOwnerDeletion: true };
}

/** The reason of the IPAM provider, such as PoolExhausted, if it has reported one. */
function waitingForAddress(claim: Claim): WaitingFor {
  const { name } = claim.metadata;
  const ready = getCondition(claim, conditionTypes.ready);
  if (ready?.status !== "False") {
    return new WaitingFor(providerReasons.waitingForAddress, `Waiting for IPAddressClaim ${name} to get an address`);
  }
  const why = ready.message === "" ? ready.reason : ready.message;
  return new WaitingFor(ready.reason, `Waiting for IPAddressClaim ${name} to get an address: ${why}`);
}
