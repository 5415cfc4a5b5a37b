import type { Manager, Source } from "@capstan/runtime";
import type { ProviderDefinition } from "../../definition/definition.ts";
import { infraClusterBehavior } from "./behavior.ts";
import { contractKind } from "../../lifecycle/contract-kind.ts";
import { Lifecycle, type ProviderLifecycle } from "../../lifecycle/lifecycle.ts";
import { commonOutcomes, type DeletionOutcome } from "../../outcome/outcome.ts";
import type { SettableStatusOf } from "../../outcome/settable-status.ts";
import type { DeletionScope } from "../../scope/scope.ts";
import { referringClusterSource } from "../../related/cluster-source.ts";
import { ProviderReconciler } from "../../reconciler/provider-reconciler.ts";
import { type InfraClusterOutcome, type InfraClusterOutcomes, infraClusterOutcomes } from "./outcome.ts";
import type { InfraClusterScope } from "./scope.ts";

/**
 * Base class for the clusters of an infrastructure provider: the infrastructure that the machines of a cluster share, such as networks and
 * the load balancer of the control plane.
 *
 * @see https://cluster-api.sigs.k8s.io/developer/providers/contracts/infra-cluster
 *
 * @example
 * ```ts
 * import { defineInfraCluster, InfraClusterReconciler, Type } from "@capstan/provider";
 * import { TestEnvironment } from "@capstan/testkit";
 * import { expect, test } from "vitest";
 *
 * const HelloCluster = defineInfraCluster({
 *   kind: "HelloCluster",
 *   versions: { v1alpha1: { contract: "v1beta2", spec: Type.Object({}) } },
 * });
 *
 * class HelloClusterReconciler extends InfraClusterReconciler<typeof HelloCluster> {
 *   readonly definition = HelloCluster;
 *
 *   reconcileCluster() {
 *     return this.outcome.clusterProvisioned({ controlPlaneEndpoint: { host: "192.0.2.1", port: 6443 } });
 *   }
 * }
 *
 * test("the Cluster gets the endpoint", async () => {
 *   await using env = await TestEnvironment.start({ reconcilers: [new HelloClusterReconciler()] });
 *   const cluster = await env.createCluster({ infrastructure: HelloCluster });
 *   await env.settled();
 *   expect(await cluster.get()).toMatchObject({ spec: { controlPlaneEndpoint: { host: "192.0.2.1" } } });
 * });
 * ```
 */
export abstract class InfraClusterReconciler<
  D extends ProviderDefinition<"InfraCluster">,
> extends ProviderReconciler<D> {
  /** The outcomes that your methods return, typed by the definition. */
  readonly outcome: InfraClusterOutcomes<SettableStatusOf<D>> = { ...commonOutcomes, ...infraClusterOutcomes };
  /** The type of the first argument of `reconcileCluster`: `this["Scope"]`. */
  declare readonly Scope: InfraClusterScope<D>;
  /** The type of the first argument of `deleteCluster`: `this["DeletionScope"]`. */
  declare readonly DeletionScope: DeletionScope<InfraClusterScope<D>>;

  /**
   * Called once the owner Cluster exists, and then on every change. Not called while the object is paused, or for an externally managed
   * object.
   */
  abstract reconcileCluster(
    scope: this["Scope"],
    signal: AbortSignal,
  ): Promise<InfraClusterOutcome<SettableStatusOf<D>>> | InfraClusterOutcome<SettableStatusOf<D>>;

  /**
   * Removes the infrastructure of the cluster. If you implement it, objects get a finalizer. Called until it returns `outcome.deleted()`,
   * every 10 s or after `retryAfterMs`. Default: does nothing.
   */
  deleteCluster?(
    scope: this["DeletionScope"],
    signal: AbortSignal,
  ): Promise<DeletionOutcome<SettableStatusOf<D>>> | DeletionOutcome<SettableStatusOf<D>>;

  protected override ownerSources(): readonly Source[] {
    return [referringClusterSource(this.definition.kind, ({ spec }) => spec.infrastructureRef)];
  }

  protected override lifecycle(manager: Manager): ProviderLifecycle {
    return new Lifecycle(manager, contractKind(this.definition), infraClusterBehavior(this));
  }
}
