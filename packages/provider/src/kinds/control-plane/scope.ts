import type { ClusterScope, ProviderScope } from "../../scope/scope.ts";

/** The argument of `reconcileControlPlane`. */
export interface ControlPlaneScope<D> extends ProviderScope<D>, ClusterScope {
  /** The desired Kubernetes version, `spec.version`. It has a leading `v`, which users may omit (rule CP-005). */
  readonly version: string | undefined;
  /**
   * Ends the call of your code unless the Cluster's infrastructure is provisioned. The object's conditions then report that it waits
   * (reason `WaitingForClusterInfrastructureReady`), and the SDK calls your code again once the infrastructure is provisioned. Call it if
   * the control plane runs on the Cluster's own infrastructure; other infrastructure may itself depend on the control plane. Do not call it
   * inside a `try` that catches everything.
   */
  readonly waitForInfrastructure: () => void;
}
