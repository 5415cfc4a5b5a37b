import { addressLabel, type DeepReadonly, type IPAddress, IPAddressClaim, type ResourceKind } from "@capstan/contract";
import { isNotFound, type Request, Result } from "@capstan/runtime";
import type { LeftoverContext } from "../../lifecycle/behavior.ts";
import type { DeletionOutcome } from "../../outcome/outcome.ts";
import type { Visit } from "../../visit/visit.ts";
import { isConfirmed } from "./address-object.ts";
import { type ClaimOwners, findAddressOwners } from "./claim-owners.ts";
import type { PoolAddresses } from "./pool-addresses.ts";
import { refersToKind } from "./pool-reference.ts";
import { deleteAddress } from "./stored-address.ts";

/** The age from which an address without a claim is left over, in milliseconds: a restore may create the claim later. */
const graceMs = 60_000;

/** What {@link clearAway} needs. */
export interface ClearAwayParts {
  readonly poolKind: ResourceKind;
  readonly addresses: PoolAddresses;
  readonly release: (visit: Visit<Partial<ClaimOwners>>, address: DeepReadonly<IPAddress>) => Promise<DeletionOutcome>;
}

/**
 * Releases and deletes the address of a claim that no longer exists. A manager that lost its lease may have created it while its successor
 * deleted the claim; the pool would lose the address for good.
 */
export async function clearAway(
  request: Request,
  context: LeftoverContext<ClaimOwners>,
  { poolKind, addresses, release }: ClearAwayParts,
): Promise<Result> {
  const { manager, signal } = context;
  const address = await addresses.named(request, signal);
  if (address === undefined || !isLeftOver(address, poolKind)) return Result.awaitChange();
  const known = await findAddressOwners(manager.cache, poolKind, address);
  if (context.whyPaused(address, known) !== undefined) return Result.awaitChange();
  const waitMs = graceMs - (manager.clock.now() - Date.parse(address.metadata.creationTimestamp ?? ""));
  if (address.metadata.deletionTimestamp === undefined && waitMs > 0) return Result.requeueAfter(waitMs);
  if (await claimExists(address, context)) return Result.awaitChange();
  const left = await context.remove(address, known, (visit) => release(visit, address));
  if (left !== undefined) return Result.requeueAfter(left.retryAfterMs ?? graceMs);
  await deleteAddress(manager.client, address, signal);
  return Result.awaitChange();
}

function isLeftOver(address: DeepReadonly<IPAddress>, poolKind: ResourceKind): boolean {
  const { metadata, spec } = address;
  const isOwn = refersToKind(spec.poolRef, poolKind) && spec.claimRef.name === metadata.name;
  // An address that a user created, to reserve it, has neither.
  return isOwn && (isConfirmed(address) || addressLabel in (metadata.labels ?? {}));
}

/** Asks the API server, because the cache may be behind. */
async function claimExists(
  address: DeepReadonly<IPAddress>,
  { manager, signal }: LeftoverContext<ClaimOwners>,
): Promise<boolean> {
  try {
    await manager.client.get(IPAddressClaim, address.metadata, { signal });
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}
