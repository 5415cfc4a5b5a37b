import type { KubernetesObject, ResourceKind } from "@capstan/contract";
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
import type { ReconciledDefinition } from "../definition/reconciled-definition.ts";
import { checkInstalledBeforeStart } from "../installed/check-installed.ts";
import { addParts, type ManagerParts } from "../manager/manager-parts.ts";
import type { ProviderLifecycle } from "../lifecycle/lifecycle.ts";

/** @internal A kind whose objects a reconciler handles, with the sources that wake them in addition to their own changes. */
export interface ControlledKind {
  readonly name: string;
  readonly kind: ResourceKind;
  readonly lifecycle: ProviderLifecycle;
  readonly sources: readonly Source[];
}

/**
 * The base of all reconcilers of provider objects. Extend the class of your role, such as `InfraMachineReconciler`.
 *
 * @example
 * ```ts
 * import type { ProviderReconciler, ReconciledDefinition } from "@capstan/provider";
 *
 * // For code that handles reconcilers of any role.
 * export function kindsReconciledBy(reconcilers: readonly ProviderReconciler<ReconciledDefinition>[]): string[] {
 *   return reconcilers.map(({ definition }) => definition.kind.kind);
 * }
 * ```
 */
export abstract class ProviderReconciler<D extends ReconciledDefinition> implements ManagerParts {
  /** The definition of the kind that this class reconciles. */
  abstract readonly definition: D;

  /** How many reconciles may run at once; `--<kind>-concurrency` overrides it. Default: 10. */
  readonly concurrency?: number;

  /** The timeout of a reconcile, in milliseconds. Default: the manager's `--reconcile-timeout`, which is a minute by default. */
  readonly reconcileTimeoutMs?: number;

  /**
   * Further sources that wake objects, in addition to the object, its Machine and its Cluster: watches of other kinds, and events from
   * outside the management cluster (`channelSource()`). Default: no further sources.
   */
  sources?(manager: Manager): readonly Source[];

  /** Your own metrics, which the manager serves with its own. Default: no metrics. */
  readonly metrics?: readonly OwnMetric[];
  /** Checks of `/healthz`, by name. Default: no checks. */
  readonly healthChecks?: Readonly<Record<string, HealthCheck>>;
  /** Checks of `/readyz`, by name. Default: no checks. */
  readonly readyChecks?: Readonly<Record<string, HealthCheck>>;
  /** Called before anything is reconciled. If it throws, the manager does not start. */
  beforeStart?(context: StartCheckContext): Promise<void>;
  /** Called each time that the manager becomes the leader. */
  whenLeading?(context: LeaderContext): Promise<void> | void;

  /**
   * Registers the controller of this kind with the manager. `runProvider` calls it.
   *
   * Before the manager starts its controllers, it compares the CRDs on the server with the definition: `manager.start()` rejects with an
   * `InstallationError` if the provider could not keep the contract with them.
   */
  setup(manager: Manager): void {
    checkInstalledBeforeStart(manager, this.definition);
    addParts(manager, this);
    for (const controlled of this.controlledKinds(manager)) manager.add(this.#controller(controlled));
  }

  #controller({ name, kind, lifecycle, sources }: ControlledKind): Controller {
    return new Controller({
      name,
      reconciler: lifecycle,
      sources: [forKind<KubernetesObject>(kind, { predicate: lifecycle.isNews }), ...sources, ...lifecycle.readSources],
      ...(this.concurrency === undefined ? {} : { concurrency: this.concurrency }),
      ...(this.reconcileTimeoutMs === undefined ? {} : { reconcileTimeoutMs: this.reconcileTimeoutMs }),
    });
  }

  /** @internal The kinds whose objects are reconciled: that of the definition, unless a subclass adds others. */
  protected controlledKinds(manager: Manager): readonly ControlledKind[] {
    const { kind } = this.definition;
    return [
      {
        name: kind.kind.toLowerCase(),
        kind,
        lifecycle: this.lifecycle(manager),
        sources: [...this.ownerSources(manager), ...(this.sources?.(manager) ?? [])],
      },
    ];
  }

  /**
   * @internal The sources that wake objects of the kind in addition to their own changes: their owners, and objects that the owners refer
   *   to.
   */
  protected abstract ownerSources(manager: Manager): readonly Source[];

  /** @internal The lifecycle of the kind's objects. */
  protected abstract lifecycle(manager: Manager): ProviderLifecycle;
}
