import type { Manager } from "@capstan/runtime";
import type { OwnStatusOf, ProviderDefinition } from "../definition/definition.ts";
import { type DeletionOutcome, type InfraClusterOutcome, outcome } from "../outcome/outcome.ts";
import type { DeletionScope, InfraClusterScope } from "../scope/scope.ts";
import { ProviderReconciler } from "./provider-reconciler.ts";

/** Base class of an infrastructure provider's clusters. */
export abstract class InfraClusterReconciler<
  D extends ProviderDefinition<"InfraCluster">,
> extends ProviderReconciler<D> {
  /** The type of the first argument of `reconcileCluster`: `this["Scope"]`. */
  declare readonly Scope: InfraClusterScope<D>;
  /** The type of the first argument of `deleteCluster`: `this["DeletionScope"]`. */
  declare readonly DeletionScope: DeletionScope<InfraClusterScope<D>>;

  /** Called with the owner Cluster known; never while paused, never for an externally managed object. */
  abstract reconcileCluster(
    scope: this["Scope"],
    signal: AbortSignal,
  ): Promise<InfraClusterOutcome<OwnStatusOf<D>>> | InfraClusterOutcome<OwnStatusOf<D>>;

  /** Removes what the cluster needed. Called until it returns `outcome.deleted()`. Default: nothing to remove. */
  deleteCluster(
    _scope: this["DeletionScope"],
    _signal: AbortSignal,
  ): Promise<DeletionOutcome<OwnStatusOf<D>>> | DeletionOutcome<OwnStatusOf<D>> {
    return outcome.deleted();
  }

  setup(manager: Manager): void {
    throw new Error(`not yet: ${manager.name}`);
  }
}
