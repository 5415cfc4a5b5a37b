import type { Manager, Source } from "@capstan/runtime";
import type { ProviderDefinition } from "../../definition/definition.ts";
import { Lifecycle, type ProviderLifecycle } from "../../lifecycle/lifecycle.ts";
import { commonOutcomes, type DeletionOutcome } from "../../outcome/outcome.ts";
import type { SettableStatusOf } from "../../outcome/settable-status.ts";
import { referringClusterSource } from "../../related/cluster-source.ts";
import { controlledSecretSource } from "../../related/controlled-secret-source.ts";
import type { DeletionScope } from "../../scope/scope.ts";
import { ProviderReconciler } from "../../reconciler/provider-reconciler.ts";
import { controlPlaneBehavior } from "./behavior.ts";
import { type ControlPlaneOutcome, type ControlPlaneOutcomes, controlPlaneOutcomes } from "./outcome.ts";
import type { ControlPlaneScope } from "./scope.ts";

/**
 * Base class of control plane providers. The author runs the Kubernetes control plane of a Cluster; the class keeps the kubeconfig
 * Secret, and reports the result.
 *
 * @see https://cluster-api.sigs.k8s.io/developer/providers/contracts/control-plane
 *
 * @example
 * ```ts
 * import { ControlPlaneReconciler, defineControlPlane, Type } from "@capstan/provider";
 *
 * const HelloControlPlane = defineControlPlane({
 *   kind: "HelloControlPlane",
 *   versions: { v1alpha1: { contract: "v1beta2", spec: Type.Object({}) } },
 * });
 *
 * export class HelloControlPlaneReconciler extends ControlPlaneReconciler<typeof HelloControlPlane> {
 *   readonly definition = HelloControlPlane;
 *
 *   reconcileControlPlane({ version }: this["Scope"]) {
 *     return this.outcome.controlPlanePending("ServiceStarting", { message: `Starting ${version}`, retryAfterMs: 10_000 });
 *   }
 * }
 * ```
 */
export abstract class ControlPlaneReconciler<
  D extends ProviderDefinition<"ControlPlane">,
> extends ProviderReconciler<D> {
  /** What the methods return: the outcomes of this kind, typed by its definition. */
  readonly outcome: ControlPlaneOutcomes<SettableStatusOf<D>> = { ...commonOutcomes, ...controlPlaneOutcomes };
  /** The type of the first argument of `reconcileControlPlane`: `this["Scope"]`. */
  declare readonly Scope: ControlPlaneScope<D>;
  /** The type of the first argument of `deleteControlPlane`: `this["DeletionScope"]`. */
  declare readonly DeletionScope: DeletionScope<Omit<ControlPlaneScope<D>, "waitForInfrastructure">>;

  /**
   * Called with the owner Cluster known, whether or not that has infrastructure or an endpoint (the scope has what waits for
   * these), and from then on at every change; never while paused. Must be safe to repeat.
   */
  abstract reconcileControlPlane(
    scope: this["Scope"],
    signal: AbortSignal,
  ): Promise<ControlPlaneOutcome<SettableStatusOf<D>>> | ControlPlaneOutcome<SettableStatusOf<D>>;

  /**
   * Removes the control plane. Having it makes the objects carry a finalizer. Called until it returns `outcome.deleted()`, every
   * 10 s unless `retryAfterMs` says otherwise; core asks for this once the Machines of the Cluster are gone. Default: nothing to
   * remove; the kubeconfig Secret is garbage-collected through its owner reference.
   */
  deleteControlPlane?(
    scope: this["DeletionScope"],
    signal: AbortSignal,
  ): Promise<DeletionOutcome<SettableStatusOf<D>>> | DeletionOutcome<SettableStatusOf<D>>;

  protected override ownerSources(): readonly Source[] {
    const { kind } = this.definition;
    return [referringClusterSource(kind, ({ spec }) => spec.controlPlaneRef), controlledSecretSource(kind)];
  }

  protected override lifecycle(manager: Manager): ProviderLifecycle {
    return new Lifecycle(manager, this.definition, controlPlaneBehavior(this));
  }
}
