import type { Manager } from "@capstan/runtime";
import type { OwnStatusOf, ProviderDefinition } from "../definition/definition.ts";
import type { DeletionOutcome, InfraMachineOutcome } from "../outcome/outcome.ts";
import type { DeletionScope, InfraMachineScope } from "../scope/scope.ts";
import { ProviderReconciler } from "./provider-reconciler.ts";

/** Base class of an infrastructure provider's machines. */
export abstract class InfraMachineReconciler<
  D extends ProviderDefinition<"InfraMachine">,
> extends ProviderReconciler<D> {
  /** The type of the first argument of `reconcileMachine`: `this["Scope"]`. */
  declare readonly Scope: InfraMachineScope<D>;
  /** The type of the first argument of `deleteMachine`: `this["DeletionScope"]`. */
  declare readonly DeletionScope: DeletionScope<InfraMachineScope<D>>;

  /** Called once bootstrap data and cluster infrastructure are there; never while paused. */
  abstract reconcileMachine(
    scope: this["Scope"],
    signal: AbortSignal,
  ): Promise<InfraMachineOutcome<OwnStatusOf<D>>> | InfraMachineOutcome<OwnStatusOf<D>>;

  /** Removes the machine. Called until it returns `outcome.deleted()`; must be safe to repeat, also if nothing was ever made. */
  abstract deleteMachine(
    scope: this["DeletionScope"],
    signal: AbortSignal,
  ): Promise<DeletionOutcome<OwnStatusOf<D>>> | DeletionOutcome<OwnStatusOf<D>>;

  setup(manager: Manager): void {
    throw new Error(`not yet: ${manager.name}`);
  }
}
