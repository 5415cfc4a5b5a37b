import type { Manager, Source } from "@capstan/runtime";
import type { ProviderDefinition } from "../definition/definition.ts";

/**
 * What the three kinds of reconciler share. Authors extend {@link BootstrapConfigReconciler},
 * {@link InfraMachineReconciler} or {@link InfraClusterReconciler}.
 */
export abstract class ProviderReconciler<D extends ProviderDefinition> {
  abstract readonly definition: D;

  /** Reconciles that may run at once. Default: the manager's `--concurrency`. */
  readonly concurrency?: number;

  /**
   * Further things to watch than the object, its Machine and its Cluster, and wake-ups from outside
   * (`channelSource()`). Default: none.
   */
  sources(_manager: Manager): readonly Source[] {
    return [];
  }

  /** Registers the controller of this kind with the manager. Called by `runProvider`. */
  abstract setup(manager: Manager): void;
}
