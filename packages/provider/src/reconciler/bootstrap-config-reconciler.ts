import type { Manager } from "@capstan/runtime";
import type { OwnStatusOf, ProviderDefinition } from "../definition/definition.ts";
import { type BootstrapOutcome, type DeletionOutcome, outcome } from "../outcome/outcome.ts";
import type { BootstrapConfigScope, DeletionScope } from "../scope/scope.ts";
import { ProviderReconciler } from "./provider-reconciler.ts";

/** Base class of bootstrap providers. */
export abstract class BootstrapConfigReconciler<
  D extends ProviderDefinition<"BootstrapConfig">,
> extends ProviderReconciler<D> {
  /** The type of the first argument of `reconcileBootstrap`: `this["Scope"]`. */
  declare readonly Scope: BootstrapConfigScope<D>;
  /** The type of the first argument of `deleteBootstrap`: `this["DeletionScope"]`. */
  declare readonly DeletionScope: DeletionScope<BootstrapConfigScope<D>>;

  /** Called once cluster infrastructure is there and until data is returned; never while paused. */
  abstract reconcileBootstrap(
    scope: this["Scope"],
    signal: AbortSignal,
  ): Promise<BootstrapOutcome<OwnStatusOf<D>>> | BootstrapOutcome<OwnStatusOf<D>>;

  /**
   * Called on reconciles after the data Secret exists while the Machine has no `status.nodeRef`, for what must be kept
   * alive until the machine has joined (a token). Writes no status. Default: nothing.
   *
   * @returns when to be called again.
   */
  refreshBootstrap(
    _scope: this["Scope"],
    _signal: AbortSignal,
  ): Promise<{ readonly retryAfterMs?: number } | undefined> | { readonly retryAfterMs?: number } | undefined {
    return undefined;
  }

  /** Removes what the provider made outside the management cluster. Default: nothing to remove. */
  deleteBootstrap(
    _scope: this["DeletionScope"],
    _signal: AbortSignal,
  ): Promise<DeletionOutcome<OwnStatusOf<D>>> | DeletionOutcome<OwnStatusOf<D>> {
    return outcome.deleted();
  }

  setup(manager: Manager): void {
    throw new Error(`not yet: ${manager.name}`);
  }
}
