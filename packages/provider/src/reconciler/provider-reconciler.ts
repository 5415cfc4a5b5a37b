import type { KubernetesObject } from "@capstan/contract";
import {
  Controller,
  forKind,
  type HealthCheck,
  type LeaderContext,
  type Manager,
  type OwnMetric,
  type Source,
  type StartCheckContext,
} from "@capstan/runtime";
import type { ProviderDefinition } from "../definition/definition.ts";
import { checkInstalledBeforeStart } from "../installed/check-installed.ts";
import { addParts, type ManagerParts } from "../manager/manager-parts.ts";
import type { ProviderLifecycle } from "../lifecycle/lifecycle.ts";

/**
 * What all reconcilers of provider objects share. Authors extend the one of their role, such as `InfraMachineReconciler`.
 *
 * @example
 * ```ts
 * import type { ProviderDefinition, ProviderReconciler } from "@capstan/provider";
 *
 * // What all reconcilers have, whatever their role; extend the class of the role, such as InfraMachineReconciler.
 * export function kindsReconciledBy(reconcilers: readonly ProviderReconciler<ProviderDefinition>[]): string[] {
 *   return reconcilers.map(({ definition }) => definition.kind.kind);
 * }
 * ```
 */
export abstract class ProviderReconciler<D extends ProviderDefinition> implements ManagerParts {
  /** The kind that it reconciles. */
  abstract readonly definition: D;

  /** Reconciles that may run at once, unless `--<kind>-concurrency` says otherwise. Default: 10. */
  readonly concurrency?: number;

  /** How long a reconcile may take, in milliseconds. Default: the manager's `--reconcile-timeout`, which is a minute. */
  readonly reconcileTimeoutMs?: number;

  /**
   * Further things to watch than the object, its Machine and its Cluster, and wake-ups from outside
   * (`channelSource()`). Default: none.
   */
  sources?(manager: Manager): readonly Source[];

  /** Metrics of its own, which the manager serves with the others. Default: none. */
  readonly metrics?: readonly OwnMetric[];
  /** Checks of `/healthz`, by name. Default: none. */
  readonly healthChecks?: Readonly<Record<string, HealthCheck>>;
  /** Checks of `/readyz`, by name. Default: none. */
  readonly readyChecks?: Readonly<Record<string, HealthCheck>>;
  /** Called before anything is reconciled; what it throws keeps the manager from starting. */
  beforeStart?(context: StartCheckContext): Promise<void>;
  /** Called each time that the manager begins to lead. */
  whenLeading?(context: LeaderContext): Promise<void> | void;

  /**
   * Registers the controller of this kind with the manager. Called by `runProvider`.
   *
   * Before the manager starts its controllers, the CRDs on the server are compared with the definition:
   * `manager.start()` rejects with an `InstallationError` if the provider could not keep the contract on them.
   */
  setup(manager: Manager): void {
    const { kind } = this.definition;
    checkInstalledBeforeStart(manager, this.definition);
    addParts(manager, this);
    const lifecycle = this.lifecycle(manager);
    manager.add(
      new Controller({
        name: kind.kind.toLowerCase(),
        reconciler: lifecycle,
        sources: [
          forKind<KubernetesObject>(kind, { predicate: lifecycle.isNews }),
          ...this.ownerSources(manager),
          ...lifecycle.readSources,
          ...(this.sources?.(manager) ?? []),
        ],
        ...(this.concurrency === undefined ? {} : { concurrency: this.concurrency }),
        ...(this.reconcileTimeoutMs === undefined ? {} : { reconcileTimeoutMs: this.reconcileTimeoutMs }),
      }),
    );
  }

  /** @internal What wakes objects of the kind besides their own changes: their owners, and what those refer to. */
  protected abstract ownerSources(manager: Manager): readonly Source[];

  /** @internal What the kind does with one object. */
  protected abstract lifecycle(manager: Manager): ProviderLifecycle;
}
