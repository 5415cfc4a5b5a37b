import type { DeepReadonly, MachinePool } from "@capstan/contract";
import type { ProviderDefinition } from "../../definition/definition.ts";
import type { ClusterScope, ProviderScope, StoredObjectOf } from "../../scope/scope.ts";

/**
 * The argument of `reconcilePool`.
 *
 * @typeParam C - the `infraCluster` definition of the reconciler.
 */
export interface InfraMachinePoolScope<
  D,
  C extends ProviderDefinition<"InfraCluster"> = ProviderDefinition<"InfraCluster">,
>
  extends ProviderScope<D>, ClusterScope {
  /** The MachinePool that owns the object. */
  readonly machinePool: DeepReadonly<MachinePool>;
  /**
   * The InfraCluster of the pool's Cluster, if the reconciler has an `infraCluster` definition and the Cluster refers to an object of that
   * kind. `reconcilePool` is called on changes of the Cluster, not of the InfraCluster.
   */
  readonly infraCluster: StoredObjectOf<C> | undefined;
  /**
   * Returns {@link infraCluster}, or ends the call of your code while that is missing. The conditions of a pool that is not provisioned
   * yet, or is being deleted, then report it (reason `InfraClusterNotFound`), and the SDK calls your code again after 10 s. Do not call it
   * inside a `try` that catches everything.
   */
  readonly waitForInfraCluster: () => StoredObjectOf<C>;
  /**
   * The desired number of machines of the MachinePool: `spec.replicas`, by default 1. With {@link replicasManagedBy}, this is only the
   * initial number.
   */
  readonly replicas: number;
  /**
   * The value of the annotation `cluster.x-k8s.io/replicas-managed-by`, which names who else decides the number of machines and may be
   * empty. If set, do not scale an existing pool to `replicas`. Undefined: the MachinePool decides.
   *
   * @see Contract rule MP-010.
   */
  readonly replicasManagedBy: string | undefined;
  /**
   * The bootstrap data of all machines of the pool, now and later. When it changes, existing machines stay unchanged, and new machines boot
   * from the new data. Undefined if the MachinePool declares with an empty `dataSecretName` that it needs no data, on deletion, and while
   * the Secret of a pool that has been reported is missing: see {@link needsBootstrapData}.
   */
  readonly bootstrapData: string | undefined;
  /** Key `format` of the bootstrap data Secret, such as `cloud-config` or `ignition`; undefined if the Secret has no such key. */
  readonly bootstrapFormat: string | undefined;
  /**
   * Whether the machines boot from bootstrap data. If true while {@link bootstrapData} is undefined, the data is missing: create no machine,
   * because it would never join, and report why. Continue to remove surplus machines and to report the others. False if the MachinePool
   * declares with an empty `dataSecretName` that it needs no data, and on deletion.
   *
   * @see Contract rule IB-006.
   */
  readonly needsBootstrapData: boolean;
}
