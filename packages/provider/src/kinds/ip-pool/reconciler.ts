import { finalizers, IPAddressClaim } from "@capstan/contract";
import type { Manager, Source } from "@capstan/runtime";
import { Lifecycle, type ProviderLifecycle } from "../../lifecycle/lifecycle.ts";
import { type PlainKindParts, plainKind } from "../../lifecycle/plain-kind.ts";
import { commonOutcomes, type DeletionOutcome } from "../../outcome/outcome.ts";
import { type ControlledKind, ProviderReconciler } from "../../reconciler/provider-reconciler.ts";
import { ClaimBehavior } from "./claim-behavior.ts";
import {
  allocationViolations,
  type AllocationOutcome,
  type IPPoolOutcome,
  ipPoolOutcomes,
  type IPPoolOutcomes,
} from "./outcome.ts";
import { PoolAddresses } from "./pool-addresses.ts";
import { poolBehavior } from "./pool-behavior.ts";
import type { IPPoolDefinition, SettablePoolStatusOf } from "./pool-definition.ts";
import type { AllocationScope, IPPoolScope, ReleaseScope } from "./scope.ts";
import { claimSources, poolSources } from "./sources.ts";

/**
 * Base class for IPAM providers. You choose an address for each claim and release it; the class serves the IPAddressClaims that refer to
 * pools of your kind: it waits for the pool and for paused Clusters, creates and deletes the IPAddress, manages finalizers and owners, and
 * reports the result on the claim. A claim gets exactly one address, and an address of a pool at most one claim, also while two managers
 * run.
 *
 * @see https://cluster-api.sigs.k8s.io/developer/providers/contracts/ipam
 *
 * @example
 * ```ts
 * import { defineIPPool, IPPoolReconciler, Type } from "@capstan/provider";
 *
 * const HelloIPPool = defineIPPool({
 *   kind: "HelloIPPool",
 *   versions: { v1alpha1: { spec: Type.Object({ addresses: Type.Array(Type.String()), prefix: Type.Integer() }) } },
 * });
 *
 * class HelloIPPoolReconciler extends IPPoolReconciler<typeof HelloIPPool> {
 *   readonly definition = HelloIPPool;
 *
 *   allocate({ pool, inUse }: this["Scope"]) {
 *     const { addresses, prefix } = pool.spec;
 *     const address = addresses.find((each) => !inUse.has(each));
 *     return address === undefined ? this.outcome.exhausted() : this.outcome.allocated({ address, prefix });
 *   }
 * }
 *
 * console.log(new HelloIPPoolReconciler().definition.kind.plural); // helloippools
 * ```
 */
export abstract class IPPoolReconciler<D extends IPPoolDefinition> extends ProviderReconciler<D> {
  /** The outcomes that your methods return, typed by the definition. */
  readonly outcome: IPPoolOutcomes<SettablePoolStatusOf<D>> = { ...commonOutcomes, ...ipPoolOutcomes };
  /** The type of the first argument of `allocate`: `this["Scope"]`. */
  declare readonly Scope: AllocationScope<D>;
  /** The type of the first argument of `release`: `this["ReleaseScope"]`. */
  declare readonly ReleaseScope: ReleaseScope<D>;
  /** The type of the first argument of `reconcilePool`: `this["PoolScope"]`. */
  declare readonly PoolScope: IPPoolScope<D>;

  /**
   * Chooses an address for a claim that has none. Not called while the claim, its Cluster or its pool is paused, or while the pool is not
   * ready with its present spec. Must be safe to repeat: after a crash it is called again for the same claim, so a provider with its own
   * records must find the address that it gave the claim before.
   *
   * An address that another IPAddress of the pool has is refused: `release` is called for the claim, without an address, and then this
   * method again. Choose an address that is not in `inUse`, which has the refused one: an administrator may have reserved it, without your
   * records.
   */
  abstract allocate(scope: this["Scope"], signal: AbortSignal): Promise<AllocationOutcome> | AllocationOutcome;

  /**
   * Releases the address of a deleted claim, before the IPAddress is deleted. Called until it returns `outcome.deleted()`, every 10 s or
   * after `retryAfterMs`. Must be safe to repeat, also if the claim never got an address. Default: does nothing, because an address without
   * an IPAddress is free.
   *
   * Also called for a claim that stays, without an address, when the address that `allocate` chose is refused or turned out to be another
   * claim's: release what your records show for the claim, so that `allocate` chooses another one.
   *
   * Not called while the claim has finalizers of others, which show that its address may still be used.
   */
  release?(scope: this["ReleaseScope"], signal: AbortSignal): Promise<DeletionOutcome> | DeletionOutcome;

  /**
   * Called for each pool on every change of it and of its addresses, for its status and to find mistakes in its spec. Claims without an
   * address wait until it has returned `outcome.poolReady()` for the present spec. Default: every pool is ready.
   */
  reconcilePool?(
    scope: this["PoolScope"],
    signal: AbortSignal,
  ): Promise<IPPoolOutcome<SettablePoolStatusOf<D>>> | IPPoolOutcome<SettablePoolStatusOf<D>>;

  /** @internal Claims are reconciled in addition to the pools. */
  protected override controlledKinds(manager: Manager): readonly ControlledKind[] {
    const { kind } = this.definition;
    const managed = plainKind(this.#claimParts());
    const addresses = new PoolAddresses(manager, kind);
    return [
      ...super.controlledKinds(manager),
      {
        name: `${kind.kind.toLowerCase()}-claims`,
        kind: IPAddressClaim,
        lifecycle: new Lifecycle(manager, managed, new ClaimBehavior<D>(this, managed, addresses)),
        sources: claimSources(manager.cache, kind),
      },
    ];
  }

  protected override ownerSources({ cache }: Manager): readonly Source[] {
    return poolSources(cache, this.definition.kind);
  }

  protected override lifecycle(manager: Manager): ProviderLifecycle {
    const { kind, uses, finalizer } = this.definition;
    const managed = plainKind({
      kind,
      uses,
      finalizer,
      success: "poolReady",
      validate: (object) => this.definition.validate(object),
    });
    return new Lifecycle(manager, managed, poolBehavior<D>(this, managed, new PoolAddresses(manager, kind)));
  }

  #claimParts(): PlainKindParts {
    return {
      kind: IPAddressClaim,
      finalizer: finalizers.releaseAddress,
      uses: this.definition.uses,
      success: "allocated",
      violationsOf: allocationViolations,
    };
  }
}
