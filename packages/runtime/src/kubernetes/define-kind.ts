import type { KubernetesObject, ResourceKind } from "@capstan/contract";

/**
 * Defines a kind for the client and cache, for example `defineKind<Widget>({ group: "example.org", version: "v1", ... })`.
 *
 * @example
 * ```ts
 * import { defineKind } from "@capstan/runtime";
 * import type { KubernetesObject } from "@capstan/contract";
 *
 * interface Service extends KubernetesObject {
 *   spec: { clusterIP?: string };
 * }
 * export const Service = defineKind<Service>({ group: "", version: "v1", kind: "Service", plural: "services", namespaced: true });
 * ```
 */
export function defineKind<T extends KubernetesObject>(kind: {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
}): ResourceKind<T> {
  return Object.freeze({ ...kind });
}

/** `plural.group/version`, the identity of a kind; for the core group, the group is empty. */
export function kindKey(kind: ResourceKind): string {
  return `${kind.plural}.${kind.group}/${kind.version}`;
}
