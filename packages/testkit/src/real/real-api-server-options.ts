/** Options of `RealApiServer.start`. */
export interface RealApiServerOptions {
  /** The folder with etcd, kube-apiserver and kube-controller-manager. Default: the environment's KUBEBUILDER_ASSETS. */
  readonly assets?: string | undefined;
  /**
   * Whether to run kube-controller-manager: garbage collection, namespace deletion, role aggregation, the status of ResourceQuotas and of
   * ValidatingAdmissionPolicies. Default: false.
   */
  readonly controllerManager?: boolean;
  /** Whether to write an audit log of every request, level Metadata. Default: false. */
  readonly audit?: boolean;
  /** Whether to authorize by RBAC (the admin is in system:masters). Default: false; every authenticated user may do everything. */
  readonly rbac?: boolean;
  /**
   * Whether to require the ServiceAccounts of Pods; with `controllerManager`, also creates those of new namespaces. Default: false; Pods
   * need no ServiceAccount.
   */
  readonly serviceAccounts?: boolean;
  /** Further flags of kube-apiserver. */
  readonly apiServerFlags?: readonly string[];
}
