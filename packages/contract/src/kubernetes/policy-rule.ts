/** A rule of a Role or ClusterRole (rbac.authorization.k8s.io/v1). */
export interface PolicyRule {
  /** API groups; the empty string is the core group. */
  readonly apiGroups: readonly string[];
  /** Resources in the plural; subresources as in `machines/status`. */
  readonly resources: readonly string[];
  /** The names of the objects. Default: all objects. */
  readonly resourceNames?: readonly string[];
  /** The verbs: `get`, `list`, `watch`, `create`, `patch`, `update`, `delete`. */
  readonly verbs: readonly string[];
}
