import { MachinePool } from "@capstan/contract";
import { type Manager, type Source, whenServed } from "@capstan/runtime";
import type { ProviderDefinition } from "../../definition/definition.ts";
import { contractKind } from "../../lifecycle/contract-kind.ts";
import { Lifecycle, type ProviderLifecycle } from "../../lifecycle/lifecycle.ts";
import { commonOutcomes, type DeletionOutcome } from "../../outcome/outcome.ts";
import type { SettableStatusOf } from "../../outcome/settable-status.ts";
import { owningClusterSource } from "../../related/cluster-source.ts";
import { dataSecretSource } from "../../related/data-secret-source.ts";
import { machinePoolSource, objectsOfPools } from "../../related/machine-pool-source.ts";
import type { ReferenceOf } from "../../related/referred-request.ts";
import type { DeletionScope } from "../../scope/scope.ts";
import { ProviderReconciler } from "../../reconciler/provider-reconciler.ts";
import { infraMachinePoolBehavior } from "./behavior.ts";
import { type InfraMachinePoolOutcome, type InfraMachinePoolOutcomes, infraMachinePoolOutcomes } from "./outcome.ts";
import type { InfraMachinePoolScope } from "./scope.ts";

/**
 * Base class for the machine pools of an infrastructure provider, such as the autoscaling groups of a cloud. You create, scale and remove a
 * pool; the class waits for the prerequisites, manages the finalizer, and reports the result.
 *
 * @see https://cluster-api.sigs.k8s.io/developer/providers/contracts/infra-machinepool
 *
 * @example
 * ```ts
 * import { defineInfraMachinePool, InfraMachinePoolReconciler, Type } from "@capstan/provider";
 *
 * const HelloMachinePool = defineInfraMachinePool({
 *   kind: "HelloMachinePool",
 *   versions: { v1alpha1: { contract: "v1beta2", spec: Type.Object({}) } },
 * });
 *
 * export class HelloMachinePoolReconciler extends InfraMachinePoolReconciler<typeof HelloMachinePool> {
 *   readonly definition = HelloMachinePool;
 *
 *   reconcilePool({ object, replicas }: this["Scope"]) {
 *     const ids = Array.from({ length: replicas }, (_, index) => `hello://${object.metadata.name}-${index}`);
 *     return this.outcome.poolProvisioned({ providerIDList: ids });
 *   }
 *
 *   deletePool() {
 *     return this.outcome.deleted();
 *   }
 * }
 * ```
 */
export abstract class InfraMachinePoolReconciler<
  D extends ProviderDefinition<"InfraMachinePool">,
  C extends ProviderDefinition<"InfraCluster"> = ProviderDefinition<"InfraCluster">,
> extends ProviderReconciler<D> {
  /** The outcomes that your methods return, typed by the definition. */
  readonly outcome: InfraMachinePoolOutcomes<SettableStatusOf<D>> = { ...commonOutcomes, ...infraMachinePoolOutcomes };
  /** The type of the first argument of `reconcilePool`: `this["Scope"]`. */
  declare readonly Scope: InfraMachinePoolScope<D, C>;
  /** The type of the first argument of `deletePool`: `this["DeletionScope"]`. */
  declare readonly DeletionScope: DeletionScope<InfraMachinePoolScope<D, C>>;

  /**
   * The definition of these pools' InfraCluster. If set, scopes have that object as `infraCluster`. Also pass its type as the second type
   * argument. Default: unset.
   */
  readonly infraCluster?: C;

  /**
   * Called once the bootstrap data and the Cluster's infrastructure are ready, and then on every change of the MachinePool, the Cluster or
   * the bootstrap data. Not called while the object is paused. To notice a change that the infrastructure makes by itself, wake the object
   * (`sources`) or set `retryAfterMs` in the outcome. Must be safe to repeat: find the existing pool by the MachinePool's name or by
   * `spec.providerID`, and never create a second pool.
   */
  abstract reconcilePool(
    scope: this["Scope"],
    signal: AbortSignal,
  ): Promise<InfraMachinePoolOutcome<SettableStatusOf<D>>> | InfraMachinePoolOutcome<SettableStatusOf<D>>;

  /**
   * Removes the pool with all its machines. Called until it returns `outcome.deleted()`, every 10 s or after `retryAfterMs`. Must be safe
   * to repeat, also if the pool was never created.
   */
  abstract deletePool(
    scope: this["DeletionScope"],
    signal: AbortSignal,
  ): Promise<DeletionOutcome<SettableStatusOf<D>>> | DeletionOutcome<SettableStatusOf<D>>;

  protected override ownerSources(manager: Manager): readonly Source[] {
    const { kind } = this.definition;
    const ofPool: ReferenceOf<MachinePool> = ({ spec }) => spec.template.spec.infrastructureRef;
    return [
      machinePoolSource(kind, ofPool),
      whenServed(
        MachinePool,
        dataSecretSource(kind, {
          owner: MachinePool,
          dataSecretName: ({ spec }) => spec.template.spec.bootstrap.dataSecretName,
          referenceOf: ofPool,
          renewed: true,
        }),
      ),
      owningClusterSource(objectsOfPools(manager.cache, kind)),
    ];
  }

  protected override lifecycle(manager: Manager): ProviderLifecycle {
    return new Lifecycle(manager, contractKind(this.definition), infraMachinePoolBehavior(this));
  }
}
