import type { ClusterScope, ProviderScope } from "../../scope/scope.ts";

/** What `reconcileControlPlane` gets. */
export interface ControlPlaneScope<D> extends ProviderScope<D>, ClusterScope {
  /** The desired Kubernetes version, `spec.version`, with the `v` that users may leave out (rule CP-005). */
  readonly version: string | undefined;
  /**
   * Ends the call of author code here unless the Cluster's infrastructure is provisioned: the object's conditions say that it waits
   * (reason `WaitingForClusterInfrastructureReady`), and author code is called again once it is. Control planes that run on the
   * Cluster's own infrastructure need it; for others it may depend on the control plane. Not to be called inside a `try` that
   * catches everything.
   */
  readonly waitForInfrastructure: () => void;
}
