import type { ObjectKey } from "./object-key.ts";

/**
 * Returns `namespace.name`. Use it as the name of the external resource that an object represents, such as its server in a cloud, and find
 * that resource again by this name.
 *
 * No two objects of a kind share it, even in different namespaces, because the name of a namespace has no dot. It stays the same after
 * `clusterctl move` and after a restore, both of which change the uid. For a cluster-scoped object it is the object's name. It has at most
 * 317 characters; use a hash of it for a cloud that allows fewer characters, or no dots.
 *
 * @example
 * ```ts
 * import { uniqueName } from "@capstan/kube";
 *
 * uniqueName({ metadata: { namespace: "team-a", name: "m1" } }); // team-a.m1
 * ```
 */
export function uniqueName({ metadata: { namespace, name } }: { readonly metadata: ObjectKey }): string {
  return namespace === undefined || namespace === "" ? name : `${namespace}.${name}`;
}
