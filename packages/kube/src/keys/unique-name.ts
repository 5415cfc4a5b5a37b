import type { ObjectKey } from "./object-key.ts";

/**
 * `namespace.name`: what to call outside of the cluster what an object stands for, such as its server in a cloud, so that it is found
 * again by that name.
 *
 * No other object of the kind has the same, of whichever namespace: a namespace has no dot in its name. It stays through `clusterctl move`
 * and a restore, which give objects other uids. An object that is not in a namespace has its name. At most 317 characters; a cloud that
 * takes fewer, or no dots, needs a hash of it.
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
