import type { Manager } from "@capstan/runtime";
import { bootstrapConfigBehaviour } from "../bootstrap-data/bootstrap-config-behaviour.ts";
import type { ProviderDefinition } from "../definition/definition.ts";
import { Lifecycle, type ProviderLifecycle } from "../lifecycle/lifecycle.ts";
import type { BootstrapOutcome, DeletionOutcome } from "../outcome/outcome.ts";
import type { SettableStatusOf } from "../outcome/settable-status.ts";
import type { BootstrapConfigScope, DeletionScope } from "../scope/scope.ts";
import { ProviderReconciler } from "./provider-reconciler.ts";

/** When `refreshBootstrap` wants to be called again, in milliseconds; nothing: on the next change. */
export type BootstrapRefresh = { readonly retryAfterMs?: number } | undefined;

/**
 * Base class of bootstrap providers. The author says what a machine boots with; the class waits for what that needs,
 * stores it in the Secret the Machine reads, once, and reports it.
 *
 * @see https://cluster-api.sigs.k8s.io/developer/providers/contracts/bootstrap-config
 */
export abstract class BootstrapConfigReconciler<
  D extends ProviderDefinition<"BootstrapConfig">,
> extends ProviderReconciler<D> {
  /** The type of the first argument of `reconcileBootstrap`: `this["Scope"]`. */
  declare readonly Scope: BootstrapConfigScope<D>;
  /** The type of the first argument of `deleteBootstrap`: `this["DeletionScope"]`. */
  declare readonly DeletionScope: DeletionScope<BootstrapConfigScope<D>>;

  /**
   * Called once the cluster's infrastructure is there and until data is returned; never while paused, and never if the
   * Machine brings a data Secret of its own.
   */
  abstract reconcileBootstrap(
    scope: this["Scope"],
    signal: AbortSignal,
  ): Promise<BootstrapOutcome<SettableStatusOf<D>>> | BootstrapOutcome<SettableStatusOf<D>>;

  /**
   * Called on reconciles after the data Secret exists while the Machine has no `status.nodeRef`, for what must be kept
   * alive until the machine has joined (a token). Leads to no status write. Default: nothing.
   *
   * @returns when to be called again; undefined: on the next change.
   */
  refreshBootstrap?(scope: this["Scope"], signal: AbortSignal): BootstrapRefresh | Promise<BootstrapRefresh>;

  /**
   * Removes what the provider made outside the management cluster. Having it makes the objects carry a finalizer.
   * Called until it returns `outcome.deleted()`, every 10 s unless `retryAfterMs` says otherwise. Default: nothing to
   * remove; the data Secret goes by its owner reference.
   */
  deleteBootstrap?(
    scope: this["DeletionScope"],
    signal: AbortSignal,
  ): Promise<DeletionOutcome<SettableStatusOf<D>>> | DeletionOutcome<SettableStatusOf<D>>;

  protected lifecycle(manager: Manager): ProviderLifecycle {
    return new Lifecycle(manager, this.definition, bootstrapConfigBehaviour(this));
  }
}
