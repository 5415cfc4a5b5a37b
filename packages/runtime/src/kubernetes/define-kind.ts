import type { KubernetesObject, ResourceKind } from "@capstan/contract";

/** A kind for the client and cache, for example `defineKind<Widget>({ group: "example.org", version: "v1", ... })`. */
export function defineKind<T extends KubernetesObject>(kind: {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
}): ResourceKind<T> {
  return Object.freeze({ ...kind });
}

/** `plural.group/version`, the identity of a kind; the core group has an empty name. */
export function kindKey(kind: ResourceKind): string {
  return `${kind.plural}.${kind.group}/${kind.version}`;
}
