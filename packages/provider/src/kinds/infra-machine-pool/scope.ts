import type { DeepReadonly, MachinePool } from "@capstan/contract";
import type { ProviderDefinition } from "../../definition/definition.ts";
import type { ClusterScope, ProviderScope, StoredObjectOf } from "../../scope/scope.ts";

/**
 * What `reconcilePool` gets.
 *
 * @typeParam C - the definition that the reconciler names as its `infraCluster`.
 */
export interface InfraMachinePoolScope<
  D,
  C extends ProviderDefinition<"InfraCluster"> = ProviderDefinition<"InfraCluster">,
>
  extends ProviderScope<D>, ClusterScope {
  /** The MachinePool that the pool belongs to. */
  readonly machinePool: DeepReadonly<MachinePool>;
  /**
   * The InfraCluster of the pool's Cluster, if the reconciler has an `infraCluster` definition and the Cluster refers to an object of
   * that kind. Its changes do not call `reconcilePool`; those of the Cluster do.
   */
  readonly infraCluster: StoredObjectOf<C> | undefined;
  /**
   * {@link infraCluster}, which must be there. While it is not, the call of author code ends here: the conditions of a pool that is not
   * provisioned yet, or is being deleted, say so (reason `InfraClusterNotFound`), and author code is called again after 10 s. Not to be
   * called inside a `try` that catches everything.
   */
  readonly waitForInfraCluster: () => StoredObjectOf<C>;
  /**
   * The desired number of machines of the MachinePool: `spec.replicas`, by default 1. With {@link replicasManagedBy}, only the
   * initial number.
   */
  readonly replicas: number;
  /**
   * What else decides how many machines there are: the value of the annotation `cluster.x-k8s.io/replicas-managed-by`, which may be
   * empty. Then the pool must not be scaled to `replicas` once it exists. Undefined: the MachinePool decides.
   *
   * @see Contract rule MP-010.
   */
  readonly replicasManagedBy: string | undefined;
  /**
   * What all machines of the pool boot with, now and later. It may change: existing machines stay as they are, new ones boot from
   * the new data. Undefined if the MachinePool declares, with an empty `dataSecretName`, that it needs no data, on deletion, and
   * while the Secret of a pool that has been reported is missing.
   */
  readonly bootstrapData: string | undefined;
  /** Key `format` of the bootstrap data Secret, such as `cloud-config` or `ignition`; undefined if it has none. */
  readonly bootstrapFormat: string | undefined;
}
