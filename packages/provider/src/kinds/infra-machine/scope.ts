import type { DeepReadonly, Machine } from "@capstan/contract";
import type { ProviderDefinition } from "../../definition/definition.ts";
import type { ClusterScope, ProviderScope, StoredObjectOf } from "../../scope/scope.ts";

/**
 * What `reconcileMachine` gets.
 *
 * @typeParam C - the definition that the reconciler names as its `infraCluster`.
 */
export interface InfraMachineScope<D, C extends ProviderDefinition<"InfraCluster"> = ProviderDefinition<"InfraCluster">>
  extends ProviderScope<D>, ClusterScope {
  /** The Machine that the server is made for. */
  readonly machine: DeepReadonly<Machine>;
  /**
   * The InfraCluster of the machine's Cluster, if the reconciler has an `infraCluster` definition and the Cluster refers to an
   * object of that kind. Its changes do not call `reconcileMachine`; those of the Cluster do.
   */
  readonly infraCluster: StoredObjectOf<C> | undefined;
  /**
   * {@link infraCluster}, which must be there. While it is not, the call of author code ends here: the conditions of a machine that is
   * not provisioned yet, or is being deleted, say so (reason `InfraClusterNotFound`), and author code is called again after 10 s. Not to
   * be called inside a `try` that catches everything.
   */
  readonly waitForInfraCluster: () => StoredObjectOf<C>;
  /**
   * The failure domain the machine should be in: that of the Machine; undefined: any. An outcome reports where it really is.
   *
   * @see Contract rules IM-008 to IM-010.
   */
  readonly failureDomain: string | undefined;
  /** Undefined only if the Machine declares, with an empty `dataSecretName`, that it needs no data (and on deletion). */
  readonly bootstrapData: string | undefined;
  /** Key `format` of the bootstrap data Secret, such as `cloud-config` or `ignition`; undefined if it has none. */
  readonly bootstrapFormat: string | undefined;
}
