import {
  addressLabel,
  controllerOf,
  type DeepReadonly,
  finalizers,
  IPAddress,
  IPAddressClaim,
  labels,
  type ObjectMeta,
  type OwnerReference,
} from "@capstan/contract";
import { apiVersionOf, areSameOwner, canonicalIPAddress, parseIPAddress } from "@capstan/kube";
import { addFinalizer, hasFinalizer, setOwnerReference } from "@capstan/runtime";
import type { CachedObject } from "../../object/stored-object.ts";
import type { AllocatedOutcome } from "./outcome.ts";

type Claim = DeepReadonly<IPAddressClaim>;

/** The name of the Cluster that a claim belongs to; the label is the older form. */
export function clusterNameOf({ spec, metadata }: Claim): string | undefined {
  return spec.clusterName ?? metadata.labels?.[labels.clusterName];
}

/** The IPAddress of a claim (rule IP-003), without the finalizer that confirms it. */
export function addressFor(claim: Claim, pool: CachedObject, allocated: AllocatedOutcome): IPAddress {
  const { name, namespace } = claim.metadata;
  const { address, prefix, gateway } = allocated;
  const own: ObjectMeta = { name, namespace };
  const text = canonicalIPAddress(address) ?? address;
  const spec = {
    claimRef: { name },
    poolRef: { ...claim.spec.poolRef },
    address: text,
    prefix,
    ...(gateway === undefined ? {} : { gateway }),
  };
  return {
    apiVersion: apiVersionOf(IPAddress),
    kind: IPAddress.kind,
    metadata: ownedMetadata(own, text, claim, pool),
    spec,
  };
}

/**
 * The metadata of a confirmed IPAddress: owners, labels and the finalizer, which no address has before it is certain that no other claim
 * has it.
 */
export function confirmedMetadata(metadata: ObjectMeta, address: string, claim: Claim, pool: CachedObject): ObjectMeta {
  return addFinalizer(ownedMetadata(metadata, address, claim, pool), finalizers.protectAddress);
}

/** Whether it is certain that no other claim has the address. */
export function isConfirmed({ metadata }: DeepReadonly<IPAddress>): boolean {
  return hasFinalizer(metadata, finalizers.protectAddress);
}

function ownedMetadata(metadata: ObjectMeta, address: string, claim: Claim, pool: CachedObject): ObjectMeta {
  const clusterName = clusterNameOf(claim);
  return {
    ...setOwnerReference(setOwnerReference(metadata, ownerReference(claim, true)), ownerReference(pool, false)),
    labels: {
      ...metadata.labels,
      [addressLabel]: addressLabelValue(address),
      ...(clusterName === undefined ? {} : { [labels.clusterName]: clusterName }),
    },
  };
}

function ownerReference({ apiVersion, kind, metadata }: CachedObject | Claim, controller: boolean): OwnerReference {
  return { apiVersion, kind, name: metadata.name, uid: metadata.uid ?? "", controller, blockOwnerDeletion: true };
}

/** An address as the value of a label: IPv4 unchanged, IPv6 as 32 digits. */
export function addressLabelValue(address: string): string {
  const bytes = parseIPAddress(address);
  return bytes?.length === 16 ? Buffer.from(bytes).toString("hex") : address;
}

/** Whether an IPAddress belongs to the claim of its name: no other object controls it. A move or a restore changes uids. */
export function isOfClaim(address: DeepReadonly<IPAddress>, claim: Pick<Claim, "metadata">): boolean {
  const { name } = claim.metadata;
  if (address.metadata.name !== name || address.spec.claimRef.name !== name) return false;
  const controller = controllerOf(address);
  const own = { apiVersion: apiVersionOf(IPAddressClaim), kind: IPAddressClaim.kind, name };
  return controller === undefined || areSameOwner(controller, own);
}
