import { type DeepReadonly, finalizers, type IPAddress, IPAddressClaim } from "@capstan/contract";
import { canonicalIPAddress } from "@capstan/kube";
import type { Manager, Request, Result } from "@capstan/runtime";
import type { Finding } from "../../finding/finding.ts";
import { deletionFinding } from "../../finding/finding-of.ts";
import { providerReasons } from "../../finding/provider-reasons.ts";
import type { Behavior, LeftoverContext } from "../../lifecycle/behavior.ts";
import type { ManagedKind } from "../../lifecycle/managed-kind.ts";
import type { CachedObject } from "../../object/stored-object.ts";
import { commonOutcomes, type DeletionOutcome, type UnfinishedOutcome } from "../../outcome/outcome.ts";
import type { Visit } from "../../visit/visit.ts";
import { addressFor, isConfirmed, isOfClaim } from "./address-object.ts";
import { claimOf, type ClaimOwners, findClaimOwners, pauseOfOwners } from "./claim-owners.ts";
import { allocationScope, releaseScope } from "./claim-scope.ts";
import { clearAway } from "./clear-away.ts";
import { GivenWay } from "./given-way.ts";
import type { IPPoolAuthor } from "./ip-pool-author.ts";
import type { AllocatedOutcome } from "./outcome.ts";
import type { PlacedPool } from "./placed-pool.ts";
import type { PoolAddresses } from "./pool-addresses.ts";
import type { IPPoolDefinition } from "./pool-definition.ts";
import { whyNotServing } from "./pool-readiness.ts";
import { isSamePool, refersToKind } from "./pool-reference.ts";
import { strongerRival } from "./precedence.ts";
import {
  confirmAddress,
  createAddress,
  deleteAddress,
  describeAddress,
  readAddress,
  withdrawAddress,
} from "./stored-address.ts";

/** How often an address that another claim has is asked for again at once. */
const attempts = 3;
/** The delay while an author's code returns addresses that other claims have, in milliseconds. */
const takenMs = 10_000;
/** The delay while a finalizer of others keeps an address, in milliseconds; the event of its removal comes first. */
const eventualMs = 10 * 60_000;
/** The finalizers of a claim that do not show that its address is used: that of its provider, and those of the garbage collector. */
const ofRelease: readonly string[] = [finalizers.releaseAddress, "foregroundDeletion", "orphan"];

type Stored = DeepReadonly<IPAddress>;

/** The behavior of IPAddressClaims that refer to pools of a kind: rules IP-002 to IP-004. */
export class ClaimBehavior<D extends IPPoolDefinition> implements Behavior<ClaimOwners> {
  readonly keepsFinalizer = true;
  readonly #author: IPPoolAuthor<D>;
  readonly #managed: ManagedKind;
  readonly #addresses: PoolAddresses;
  readonly #givenWay = new GivenWay();

  constructor(author: IPPoolAuthor<D>, managed: ManagedKind, addresses: PoolAddresses) {
    this.#author = author;
    this.#managed = managed;
    this.#addresses = addresses;
  }

  get #poolKind() {
    return this.#author.definition.kind;
  }

  findOwners(cache: Manager["cache"], object: CachedObject) {
    return findClaimOwners(cache, this.#poolKind, object);
  }

  isForeign(object: CachedObject): boolean {
    return !refersToKind(claimOf(object).spec.poolRef, this.#poolKind);
  }

  whyPaused(_object: CachedObject, known: Partial<ClaimOwners>): string | undefined {
    return pauseOfOwners(known);
  }

  async provide(visit: Visit<ClaimOwners>): Promise<Finding> {
    const { pool } = visit.owners;
    if (pool === undefined) return poolNotReady(`${this.#named(visit)} does not exist`);
    const existing = await this.#addresses.named(visit.object.metadata, visit.signal);
    if (existing !== undefined) return this.#serve(visit, pool, existing);
    const givenWay = this.#givenWay.of(visit);
    if (givenWay !== undefined) return givenWay;
    const refusal = whyNotServing(pool);
    return refusal === undefined ? this.#allocate(visit, pool) : poolNotReady(`${this.#named(visit)} ${refusal}`);
  }

  /** Releases the address, deletes the IPAddress and waits until it no longer exists (rule IP-004). */
  async remove(visit: Visit<Partial<ClaimOwners>>): Promise<DeletionOutcome> {
    const { client } = visit.manager;
    const claim = claimOf(visit.object);
    this.#givenWay.forget(visit);
    const users = (claim.metadata.finalizers ?? []).filter((each) => !ofRelease.includes(each));
    if (users.length > 0) {
      const message = `The address may still be used, because the claim has the finalizers ${users.join(", ")}`;
      return commonOutcomes.pending(providerReasons.addressInUse, { message, retryAfterMs: eventualMs });
    }
    // The cache may not show an address that another manager has just created; without its claim, nothing would delete it.
    const stored = await readAddress(client, visit.object.metadata, visit.signal);
    const isOwn =
      stored !== undefined && isOfClaim(stored, claim) && isSamePool(stored.spec.poolRef, claim.spec.poolRef);
    const address = isOwn ? stored : undefined;
    const released = await this.#release(visit, address);
    if (released.type !== "deleted" || address === undefined) return released;
    const left = await deleteAddress(client, address, visit.signal);
    if (left.length === 0) return commonOutcomes.deleted();
    const message = `${describeAddress(address)} still has the finalizers ${left.join(", ")}`;
    return commonOutcomes.pending(providerReasons.addressInUse, { message, retryAfterMs: eventualMs });
  }

  clearAway(request: Request, context: LeftoverContext<ClaimOwners>): Promise<Result> {
    return clearAway(request, context, {
      poolKind: this.#poolKind,
      addresses: this.#addresses,
      release: (visit, address) => this.#release(visit, address),
    });
  }

  /** Confirms the address of the claim's name, once it is certain that no other claim has the same. */
  async #serve(visit: Visit<ClaimOwners>, pool: CachedObject, address: Stored): Promise<Finding> {
    const { manager, signal } = visit;
    const claim = claimOf(visit.object);
    const confirmed = isConfirmed(address);
    if (!isOfClaim(address, claim)) return failed(`${describeAddress(address)} belongs to another object; delete it`);
    if (!isSamePool(address.spec.poolRef, claim.spec.poolRef)) {
      return failed(`${describeAddress(address)} is from ${address.spec.poolRef.kind} ${address.spec.poolRef.name}`);
    }
    if (address.metadata.deletionTimestamp !== undefined) {
      if (!confirmed) return waitingForDeletion(address);
      // Another manager may be deleting it, because it has seen no claim.
      if (!hasAddress(claim)) return this.#replace(visit, address);
    }
    // A claim that is served has been compared before; the cache shows rivals that a user creates later.
    const isServed = confirmed && hasAddress(claim);
    if (!isServed || this.#addresses.isSharedInCache(this.#placed(visit), address)) {
      const rivals = await this.#rivals(visit, address);
      const rival = strongerRival(address, rivals, isServed);
      if (rival !== undefined) return confirmed ? contested(address, rival) : this.#giveWay(visit, address, rivals);
    }
    await confirmAddress(manager.client, address, claim, pool, signal);
    return {
      progress: "provisioned",
      reason: providerReasons.ready,
      message: "",
      facts: { addressRef: { name: address.metadata.name } },
    };
  }

  /** Deletes an address to which no claim refers yet; the event of its deletion leads to another one. */
  async #replace(visit: Visit<ClaimOwners>, address: Stored): Promise<Finding> {
    const { manager, object, signal } = visit;
    // The cache may be behind.
    const claim = await manager.client.get(IPAddressClaim, object.metadata, { signal });
    const released = hasAddress(claim) ? undefined : await this.#release(visit, address);
    if (released?.type === "deleted") await deleteAddress(manager.client, address, signal);
    return { ...waitingForDeletion(address), retryAfterMs: takenMs };
  }

  async #allocate(visit: Visit<ClaimOwners>, pool: CachedObject): Promise<Finding> {
    const placed = this.#placed(visit);
    const key = visit.object.metadata;
    let taken = "";
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const inUse = await this.#addresses.inUse(placed, key, visit.signal);
      const scope = allocationScope(this.#author.definition, visit, pool, inUse);
      const outcome = await this.#author.allocate(scope, visit.signal);
      this.#managed.checkOutcome(visit.object, outcome);
      if (outcome.type !== "allocated") return this.#unallocated(outcome, placed);
      const address = canonicalIPAddress(outcome.address) ?? outcome.address;
      const end = await this.#addresses.keep(placed, address, key, visit.signal);
      if (end === undefined) {
        taken = address;
        const instead = await this.#refuse(visit, pool);
        if (instead !== undefined) return instead;
        continue;
      }
      try {
        return await this.#create(visit, pool, outcome);
      } finally {
        end();
      }
    }
    return { ...failed(`${this.#named(visit)} offers ${taken}, which another claim has`), retryAfterMs: takenMs };
  }

  /**
   * Another claim has the address that the author chose. An author with records would choose it forever, so they are released first.
   *
   * @returns what the claim waits for; undefined if the author can choose again.
   */
  async #refuse(visit: Visit<ClaimOwners>, pool: CachedObject): Promise<Finding | undefined> {
    if (this.#author.release === undefined) return undefined;
    // The cache may not show an address that another manager has created from the same record, which it needs then.
    const stored = await readAddress(visit.manager.client, visit.object.metadata, visit.signal);
    if (stored !== undefined) return this.#serve(visit, pool, stored);
    const left = deletionFinding(await this.#callRelease(visit, undefined));
    if (left === undefined) return undefined;
    return { retryAfterMs: takenMs, ...left, progress: left.progress === "unchanged" ? "unchanged" : "pending" };
  }

  async #create(visit: Visit<ClaimOwners>, pool: CachedObject, outcome: AllocatedOutcome): Promise<Finding> {
    const address = addressFor(claimOf(visit.object), pool, outcome);
    return this.#serve(visit, pool, await createAddress(visit.manager.client, address, visit.signal));
  }

  /** Addresses in namespaces that the manager does not watch are released without an event, so the author is asked again in time. */
  #unallocated(outcome: UnfinishedOutcome, placed: PlacedPool): Finding {
    const finding = this.#managed.findingOf(outcome);
    const delays = [finding.retryAfterMs, this.#addresses.unwatchedMs(placed)].filter((delay) => delay !== undefined);
    return delays.length === 0 ? finding : { ...finding, retryAfterMs: Math.min(...delays) };
  }

  /**
   * Another manager gave the same address to another claim. No claim refers to this one yet, so it is deleted. The author releases whatever
   * it has for the claim, but not the address, which the other claim has.
   *
   * It is deleted first: until then, another manager may confirm it, and it needs the author's record. After a crash in between, the author
   * chooses it again, and it is refused and released, or confirmed if it has become the claim's alone.
   */
  async #giveWay(visit: Visit<ClaimOwners>, address: Stored, rivals: readonly Stored[]): Promise<Finding> {
    for (const rival of rivals) this.#addresses.rememberRival(this.#placed(visit), rival);
    await withdrawAddress(visit.manager.client, address, visit.signal);
    const finding = this.#givenWay.add(visit, address);
    await this.#callRelease(visit, undefined);
    return finding;
  }

  /**
   * Releases the address of a claim, if it is the claim's alone. A user can create an IPAddress with the address of somebody else, and then
   * delete the claim of its name.
   */
  async #release(visit: Visit<Partial<ClaimOwners>>, address: Stored | undefined): Promise<DeletionOutcome> {
    if (this.#author.release === undefined) return commonOutcomes.deleted();
    return this.#callRelease(visit, (await this.#isReleasable(visit, address)) ? address : undefined);
  }

  async #isReleasable(visit: Visit<Partial<ClaimOwners>>, address: Stored | undefined): Promise<boolean> {
    if (address === undefined) return false;
    // Its finalizer is removed after it is released; finalizers of others may keep it until another claim has the address.
    if (address.metadata.deletionTimestamp !== undefined && !isConfirmed(address)) return false;
    const isServed = visit.object.kind === IPAddressClaim.kind && hasAddress(claimOf(visit.object));
    return strongerRival(address, await this.#rivals(visit, address), isServed) === undefined;
  }

  async #callRelease(visit: Visit<Partial<ClaimOwners>>, address: Stored | undefined): Promise<DeletionOutcome> {
    if (this.#author.release === undefined) return commonOutcomes.deleted();
    const outcome = await this.#author.release(releaseScope(this.#author.definition, visit, address), visit.signal);
    this.#managed.checkOutcome(visit.object, outcome, "remove");
    return outcome;
  }

  async #rivals(visit: Visit<Partial<ClaimOwners>>, address: Stored): Promise<readonly Stored[]> {
    const namespace = this.#poolKind.namespaced ? address.metadata.namespace : undefined;
    return this.#addresses.rivalsOf({ namespace, reference: address.spec.poolRef }, address, visit.signal);
  }

  #placed({ object }: Visit<ClaimOwners>): PlacedPool {
    const namespace = this.#poolKind.namespaced ? object.metadata.namespace : undefined;
    return { namespace, reference: claimOf(object).spec.poolRef };
  }

  #named({ object }: Visit<ClaimOwners>): string {
    const { kind, name } = claimOf(object).spec.poolRef;
    return `${kind} ${name}`;
  }
}

function poolNotReady(message: string): Finding {
  return { progress: "waiting", reason: providerReasons.poolNotReady, message };
}

function hasAddress({ status }: DeepReadonly<IPAddressClaim>): boolean {
  return status?.addressRef !== undefined;
}

/** Only a user can have created one of the two. If the other one is not confirmed yet, it may give way. */
function contested(address: Stored, rival: Stored): Finding {
  const message = `${describeAddress(address)} has the same address as another claim`;
  if (isConfirmed(rival)) return { ...failed(`${message}; delete this claim`), retryAfterMs: eventualMs };
  return { progress: "waiting", reason: providerReasons.addressInUse, message, retryAfterMs: takenMs };
}

function waitingForDeletion(address: Stored): Finding {
  const { finalizers: left = [] } = address.metadata;
  const message = `${describeAddress(address)} is being deleted and still has the finalizers ${left.join(", ")}`;
  return { progress: "waiting", reason: providerReasons.addressInUse, message };
}

function failed(message: string): Finding {
  return { progress: "pending", reason: providerReasons.allocationFailed, message, isTrouble: true };
}
