/** A rule of a Role or ClusterRole (rbac.authorization.k8s.io/v1). */
export interface PolicyRule {
  /** API groups; empty for the core group. */
  readonly apiGroups: readonly string[];
  /** Resources, in the plural, with subresources as `machines/status`. */
  readonly resources: readonly string[];
  /** Only the objects of these names. Default: all. */
  readonly resourceNames?: readonly string[];
  /** What may be done: `get`, `list`, `watch`, `create`, `patch`, `update`, `delete`. */
  readonly verbs: readonly string[];
}
