import { type KubernetesObject } from "./kubernetes-object.ts";

/**
 * A kind as the API server serves it.
 *
 * @typeParam T - the type of its objects; exists only at compile time.
 */
export interface ResourceKind<T extends KubernetesObject = KubernetesObject> {
  /** The API group; the empty string is the core group. */
  readonly group: string;
  /** The version of the group: `v1beta2`. */
  readonly version: string;
  /** The kind: `Machine`. */
  readonly kind: string;
  /** The resource name in URLs. */
  readonly plural: string;
  /** Whether the kind is namespaced. */
  readonly namespaced: boolean;
  /** Never set: the compiler infers `T` from it. */
  readonly object?: T;
}
