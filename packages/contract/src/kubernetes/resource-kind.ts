import { type KubernetesObject } from "./kubernetes-object.ts";

/**
 * A kind as the API server serves it.
 *
 * @typeParam T - The type of its objects; carried by the compiler only.
 */
export interface ResourceKind<T extends KubernetesObject = KubernetesObject> {
  /** API group; the empty string is the core group. */
  readonly group: string;
  /** The version of the group: `v1beta2`. */
  readonly version: string;
  /** The kind: `Machine`. */
  readonly kind: string;
  /** The resource name used in URLs. */
  readonly plural: string;
  /** Whether its objects are in namespaces. */
  readonly namespaced: boolean;
  /** Never set: it only gives `T` a place to be inferred from. */
  readonly object?: T;
}
