import { conditionTypes, type DeepReadonly, getCondition, type IPAddress } from "@capstan/contract";
import { canonicalIPAddress } from "@capstan/kube";
import type { Manager, Request, Result } from "@capstan/runtime";
import type { Finding } from "../../finding/finding.ts";
import { providerReasons } from "../../finding/provider-reasons.ts";
import type { Behavior, LeftoverContext } from "../../lifecycle/behavior.ts";
import type { ManagedKind } from "../../lifecycle/managed-kind.ts";
import type { CachedObject } from "../../object/stored-object.ts";
import { commonOutcomes, type DeletionOutcome } from "../../outcome/outcome.ts";
import type { Visit } from "../../visit/visit.ts";
import { addressFor, isConfirmed, isOfClaim } from "./address-object.ts";
import { claimOf, type ClaimOwners, findClaimOwners, pauseOfOwners } from "./claim-owners.ts";
import { allocationScope, releaseScope } from "./claim-scope.ts";
import { clearAway } from "./clear-away.ts";
import type { IPPoolAuthor } from "./ip-pool-author.ts";
import type { AllocatedOutcome } from "./outcome.ts";
import type { PlacedPool, PoolAddresses } from "./pool-addresses.ts";
import type { IPPoolDefinition } from "./pool-definition.ts";
import { isSamePool, refersToKind } from "./pool-reference.ts";
import {
  confirmAddress,
  createAddress,
  deleteAddress,
  describeAddress,
  readAddress,
  rivalOf,
  withdrawAddress,
} from "./stored-address.ts";

/** How often an address that another claim has is asked for again at once. */
const attempts = 3;
/** The delay after an address turned out to belong to another claim too, in milliseconds: this and up to this much more. */
const rivalMs = 250;
/** The delay while an author's code returns addresses that other claims have, in milliseconds. */
const takenMs = 10_000;

/** The behavior of IPAddressClaims that refer to pools of a kind: rules IP-002 to IP-004. */
export class ClaimBehavior<D extends IPPoolDefinition> implements Behavior<ClaimOwners> {
  readonly keepsFinalizer = true;
  readonly #author: IPPoolAuthor<D>;
  readonly #managed: ManagedKind;
  readonly #addresses: PoolAddresses;

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
    const existing = await this.#addresses.named(keyOf(visit.object), visit.signal);
    if (existing !== undefined) return this.#serve(visit, pool, existing);
    if (pool.metadata.deletionTimestamp !== undefined) return poolNotReady(`${this.#named(visit)} is being deleted`);
    const ready = getCondition(pool as Parameters<typeof getCondition>[0], conditionTypes.ready);
    if (ready?.status === "False") {
      return poolNotReady(`${this.#named(visit)} is not ready: ${ready.message === "" ? ready.reason : ready.message}`);
    }
    return this.#allocate(visit, pool);
  }

  /** Releases the address, deletes the IPAddress and waits until it no longer exists (rule IP-004). */
  async remove(visit: Visit<Partial<ClaimOwners>>): Promise<DeletionOutcome> {
    const { client } = visit.manager;
    // The cache may not show an address that another manager has just created; without its claim, nothing would delete it.
    const stored = await readAddress(client, keyOf(visit.object), visit.signal);
    const address = stored !== undefined && isOfClaim(stored, visit.object) ? stored : undefined;
    const released = await this.#release(visit, address);
    if (released.type !== "deleted" || address === undefined) return released;
    const left = await deleteAddress(client, address, visit.signal);
    if (left.length === 0) return commonOutcomes.deleted();
    const message = `${describeAddress(address)} still has the finalizers ${left.join(", ")}`;
    return commonOutcomes.pending(providerReasons.addressInUse, { message });
  }

  clearAway(request: Request, context: LeftoverContext<ClaimOwners>): Promise<Result> {
    return clearAway(request, context, {
      poolKind: this.#poolKind,
      addresses: this.#addresses,
      release: (visit, address) => this.#release(visit, address),
    });
  }

  /** Confirms the address of the claim's name, once it is certain that no other claim has the same. */
  async #serve(visit: Visit<ClaimOwners>, pool: CachedObject, address: DeepReadonly<IPAddress>): Promise<Finding> {
    const { manager, signal } = visit;
    const claim = claimOf(visit.object);
    if (!isOfClaim(address, claim)) return failed(`${describeAddress(address)} belongs to another object; delete it`);
    if (!isSamePool(address.spec.poolRef, claim.spec.poolRef)) {
      return failed(`${describeAddress(address)} is from ${address.spec.poolRef.kind} ${address.spec.poolRef.name}`);
    }
    if (!isConfirmed(address)) {
      const rival = await rivalOf(manager.client, address, this.#placed(pool, visit), signal);
      if (rival !== undefined) return this.#giveWay(visit, address, rival);
    }
    await confirmAddress(manager.client, address, claim, pool, signal);
    return {
      progress: "provisioned",
      reason: providerReasons.ready,
      message: "",
      facts: { addressRef: { name: address.metadata.name } },
    };
  }

  async #allocate(visit: Visit<ClaimOwners>, pool: CachedObject): Promise<Finding> {
    const placed = this.#placed(pool, visit);
    const key = keyOf(visit.object);
    let taken = "";
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const inUse = await this.#addresses.inUse(placed, key, visit.signal);
      const scope = allocationScope(this.#author.definition, visit, pool, inUse);
      const outcome = await this.#author.allocate(scope, visit.signal);
      this.#managed.checkOutcome(visit.object, outcome);
      if (outcome.type !== "allocated") return this.#managed.findingOf(outcome);
      const address = canonicalIPAddress(outcome.address) ?? outcome.address;
      const end = await this.#addresses.keep(placed, address, key, visit.signal);
      if (end === undefined) {
        taken = address;
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

  async #create(visit: Visit<ClaimOwners>, pool: CachedObject, outcome: AllocatedOutcome): Promise<Finding> {
    const address = addressFor(claimOf(visit.object), pool, outcome);
    return this.#serve(visit, pool, await createAddress(visit.manager.client, address, visit.signal));
  }

  /** Another manager gave the same address to another claim. No claim refers to this one yet, so it is released. */
  async #giveWay(
    visit: Visit<ClaimOwners>,
    address: DeepReadonly<IPAddress>,
    rival: DeepReadonly<IPAddress>,
  ): Promise<Finding> {
    await withdrawAddress(visit.manager.client, address, visit.signal);
    await this.#release(visit, address);
    return {
      progress: "waiting",
      reason: providerReasons.addressInUse,
      message: `${describeAddress(rival)} has the same address; allocating another one`,
      retryAfterMs: rivalMs + spread(address.metadata.uid ?? "", rivalMs),
    };
  }

  async #release(
    visit: Visit<Partial<ClaimOwners>>,
    address: DeepReadonly<IPAddress> | undefined,
  ): Promise<DeletionOutcome> {
    if (this.#author.release === undefined) return commonOutcomes.deleted();
    const outcome = await this.#author.release(releaseScope(this.#author.definition, visit, address), visit.signal);
    this.#managed.checkOutcome(visit.object, outcome, "remove");
    return outcome;
  }

  #placed({ metadata }: CachedObject, { object }: Visit<ClaimOwners>): PlacedPool {
    return { namespace: metadata.namespace, reference: claimOf(object).spec.poolRef };
  }

  #named({ object }: Visit<ClaimOwners>): string {
    const { kind, name } = claimOf(object).spec.poolRef;
    return `${kind} ${name}`;
  }
}

function keyOf({ metadata: { name, namespace } }: CachedObject) {
  return { name, ...(namespace === undefined ? {} : { namespace }) };
}

function poolNotReady(message: string): Finding {
  return { progress: "waiting", reason: providerReasons.poolNotReady, message };
}

function failed(message: string): Finding {
  return { progress: "pending", reason: providerReasons.allocationFailed, message, isTrouble: true };
}

/** A number below `range` that differs between objects, so that two that gave way to each other do not meet again. */
function spread(uid: string, range: number): number {
  return Array.from(uid).reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % range, 0);
}
