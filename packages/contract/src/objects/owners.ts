import { groupOfApiVersion } from "@capstan/kube";
import { type OwnerReference } from "../kubernetes/object-meta.ts";

interface HasOwners {
  readonly metadata: { readonly ownerReferences?: readonly Readonly<OwnerReference>[] };
}

/**
 * The owner of this group and kind, at any version. The controller flag is not looked at, since core sets it on some
 * owners only (rule IC-018).
 *
 * @example
 * ```ts
 * import { groups, ownerOfKind } from "@capstan/contract";
 *
 * const ownerReferences = [{ apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Machine", name: "m1", uid: "1" }];
 * console.log(ownerOfKind({ metadata: { ownerReferences } }, groups.core, "Machine")?.name); // m1
 * ```
 */
export function ownerOfKind(object: HasOwners, group: string, kind: string): OwnerReference | undefined {
  return object.metadata.ownerReferences?.find(
    (owner) => owner.kind === kind && groupOfApiVersion(owner.apiVersion) === group,
  );
}

/** The owner that manages the object. */
export function controllerOf(object: HasOwners): OwnerReference | undefined {
  return object.metadata.ownerReferences?.find((owner) => owner.controller === true);
}
