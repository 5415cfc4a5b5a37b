/** The group and version in an `apiVersion`. The core group is the empty string. */
export interface GroupVersion {
  /** The API group; empty for the core group. */
  readonly group: string;
  /** The version of the group: `v1beta2`. */
  readonly version: string;
}

/**
 * The `apiVersion` of a kind's objects: `v1` for the core group, `group/version` otherwise.
 *
 * @example
 * ```ts
 * import { apiVersionOf } from "@capstan/kube";
 *
 * console.log(apiVersionOf({ group: "cluster.x-k8s.io", version: "v1beta2" })); // cluster.x-k8s.io/v1beta2
 * ```
 */
export function apiVersionOf({ group, version }: GroupVersion): string {
  return group === "" ? version : `${group}/${version}`;
}

/**
 * The group and version in an `apiVersion`.
 *
 * @example
 * ```ts
 * import { groupVersionOf } from "@capstan/kube";
 *
 * console.log(groupVersionOf("cluster.x-k8s.io/v1beta2")); // { group: 'cluster.x-k8s.io', version: 'v1beta2' }
 * ```
 */
export function groupVersionOf(apiVersion: string): GroupVersion {
  const slash = apiVersion.indexOf("/");
  return { group: apiVersion.slice(0, Math.max(0, slash)), version: apiVersion.slice(slash + 1) };
}

/** The group in an `apiVersion`; the empty string for the core group. */
export function groupOfApiVersion(apiVersion: string): string {
  return groupVersionOf(apiVersion).group;
}

/** The version in an `apiVersion`, without its group. */
export function versionOfApiVersion(apiVersion: string): string {
  return groupVersionOf(apiVersion).version;
}
