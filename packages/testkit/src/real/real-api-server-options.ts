/** Options of `RealApiServer.start`. */
export interface RealApiServerOptions {
  /** The folder with etcd, kube-apiserver and kube-controller-manager. Default: the environment's KUBEBUILDER_ASSETS. */
  readonly assets?: string | undefined;
  /**
   * Also run kube-controller-manager: garbage collection, namespace deletion, role aggregation, the status of ResourceQuotas and of
   * ValidatingAdmissionPolicies. Default: false.
   */
  readonly controllerManager?: boolean;
  /** Write an audit log of every request, level Metadata. Default: false. */
  readonly audit?: boolean;
  /** Authorize by RBAC (the admin is in system:masters). Default: false, everyone authenticated may do everything. */
  readonly rbac?: boolean;
  /**
   * Admit Pods as their ServiceAccounts, which must be there; with `controllerManager`, also make those of new namespaces. Default: false,
   * no ServiceAccount is asked for.
   */
  readonly serviceAccounts?: boolean;
  /** Further flags of kube-apiserver. */
  readonly apiServerFlags?: readonly string[];
}
