import type { DeepReadonly, Machine } from "@capstan/contract";
import type { ProviderDefinition } from "../../definition/definition.ts";
import type { ClusterScope, ProviderScope, StoredObjectOf } from "../../scope/scope.ts";

/**
 * The argument of `reconcileMachine`.
 *
 * @typeParam C - the `infraCluster` definition of the reconciler.
 */
export interface InfraMachineScope<D, C extends ProviderDefinition<"InfraCluster"> = ProviderDefinition<"InfraCluster">>
  extends ProviderScope<D>, ClusterScope {
  /** The Machine that owns the object. */
  readonly machine: DeepReadonly<Machine>;
  /**
   * The InfraCluster of the machine's Cluster, if the reconciler has an `infraCluster` definition and the Cluster refers to an object of
   * that kind. `reconcileMachine` is called on changes of the Cluster, not of the InfraCluster.
   */
  readonly infraCluster: StoredObjectOf<C> | undefined;
  /**
   * Returns {@link infraCluster}, or ends the call of your code while that is missing. The conditions of a machine that is not provisioned
   * yet, or is being deleted, then report it (reason `InfraClusterNotFound`), and the SDK calls your code again after 10 s. Do not call it
   * inside a `try` that catches everything.
   */
  readonly waitForInfraCluster: () => StoredObjectOf<C>;
  /**
   * The desired failure domain: that of the Machine; undefined: any. Outcomes report the actual failure domain.
   *
   * @see Contract rules IM-008 to IM-010.
   */
  readonly failureDomain: string | undefined;
  /**
   * The data that the server boots with. Undefined if the Machine declares with an empty `dataSecretName` that it needs no data, on
   * deletion, and if the Secret of a machine that has been reported was deleted: see {@link needsBootstrapData}.
   */
  readonly bootstrapData: string | undefined;
  /** Key `format` of the bootstrap data Secret, such as `cloud-config` or `ignition`; undefined if the Secret has no such key. */
  readonly bootstrapFormat: string | undefined;
  /**
   * Whether the server boots from bootstrap data, also if {@link bootstrapData} no longer exists. False if the Machine declares with an empty
   * `dataSecretName` that it needs no data, and on deletion.
   *
   * @see Contract rule IB-006.
   */
  readonly needsBootstrapData: boolean;
}
