import type { Manager, Source } from "@capstan/runtime";
import type { ProviderDefinition } from "../../definition/definition.ts";
import { contractKind } from "../../lifecycle/contract-kind.ts";
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
 * Base class of control plane providers. You run the Kubernetes control plane of a Cluster; the class maintains the kubeconfig Secret, and
 * reports the result.
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
  /** The outcomes that your methods return, typed by the definition. */
  readonly outcome: ControlPlaneOutcomes<SettableStatusOf<D>> = { ...commonOutcomes, ...controlPlaneOutcomes };
  /** The type of the first argument of `reconcileControlPlane`: `this["Scope"]`. */
  declare readonly Scope: ControlPlaneScope<D>;
  /** The type of the first argument of `deleteControlPlane`: `this["DeletionScope"]`. */
  declare readonly DeletionScope: DeletionScope<Omit<ControlPlaneScope<D>, "waitForInfrastructure">>;

  /**
   * Called once the owner Cluster exists, whether or not the Cluster has infrastructure or an endpoint (the scope has functions that wait
   * for them), and then on every change. Not called while the object is paused. Must be safe to repeat.
   */
  abstract reconcileControlPlane(
    scope: this["Scope"],
    signal: AbortSignal,
  ): Promise<ControlPlaneOutcome<SettableStatusOf<D>>> | ControlPlaneOutcome<SettableStatusOf<D>>;

  /**
   * Removes the control plane. If you implement it, objects get a finalizer. Called until it returns `outcome.deleted()`, every 10 s or
   * after `retryAfterMs`; core deletes the object once the Machines of the Cluster are deleted. Default: does nothing; the garbage
   * collector deletes the kubeconfig Secret through its owner reference.
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
    return new Lifecycle(manager, contractKind(this.definition), controlPlaneBehavior(this));
  }
}
