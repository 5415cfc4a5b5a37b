import { type KubernetesObject } from "./kubernetes-object.ts";

/**
 * A kind as the API server serves it.
 *
 * @typeParam T - The type of its objects; carried by the compiler only.
 */
export interface ResourceKind<T extends KubernetesObject = KubernetesObject> {
  /** API group; the empty string is the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** The resource name used in URLs. */
  readonly plural: string;
  readonly namespaced: boolean;
  /** Never set: it only gives `T` a place to be inferred from. */
  readonly object?: T;
}

/** The `apiVersion` of a kind's objects: `v1` for the core group, `group/version` otherwise. */
export function apiVersionOf(kind: Pick<ResourceKind, "group" | "version">): string {
  return kind.group === "" ? kind.version : `${kind.group}/${kind.version}`;
}

/** The group named by an `apiVersion`; the empty string for the core group. */
export function groupOfApiVersion(apiVersion: string): string {
  const slash = apiVersion.indexOf("/");
  return slash === -1 ? "" : apiVersion.slice(0, slash);
}
