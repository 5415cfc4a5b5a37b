/** A rule of a Role or ClusterRole (rbac.authorization.k8s.io/v1). */
export interface PolicyRule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  /** Only the objects of these names. Default: all. */
  readonly resourceNames?: readonly string[];
  readonly verbs: readonly string[];
}
