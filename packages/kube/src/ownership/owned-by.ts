import { groupOfApiVersion } from "../keys/group-version.ts";
import type { Dependent, Owner, OwnerReference } from "./owner-reference.ts";

type Named = Readonly<Pick<OwnerReference, "apiVersion" | "kind" | "name">>;

/**
 * Whether two references name the same object of a namespace, by group, kind and name. Versions and uids are ignored. This does not prove
 * ownership: use it to find the reference to replace.
 */
export function areSameOwner(left: Named, right: Named): boolean {
  return left.kind === right.kind && left.name === right.name && isSameGroup(left.apiVersion, right.apiVersion);
}

/**
 * Whether `owner` owns `object`: an owner reference of the object has the group, kind, name and uid of the owner, and the owner is in a
 * namespace that the reference can point to. Compare uids of references with this function only: anyone who may write an object can copy
 * the uid of another tenant's object into it.
 *
 * A cluster-scoped object may own namespaced objects; a namespaced object owns objects of its own namespace only.
 *
 * @example
 * ```ts
 * import { isOwnedBy } from "@capstan/kube";
 *
 * const apiVersion = "cluster.x-k8s.io/v1beta2";
 * const owner = { apiVersion, kind: "Machine", metadata: { namespace: "a", name: "m1", uid: "1" } };
 * const ownerReferences = [{ apiVersion, kind: "Machine", name: "m1", uid: "1" }];
 * console.log(isOwnedBy({ metadata: { namespace: "a", ownerReferences } }, owner)); // true
 * console.log(isOwnedBy({ metadata: { namespace: "b", ownerReferences } }, owner)); // false
 * ```
 */
export function isOwnedBy(object: Dependent, owner: Owner): boolean {
  return isInReach(owner, object) && references(object).some((reference) => isTo(owner, reference));
}

/**
 * Whether `owner` owns `object` and manages it: {@link isOwnedBy} by a reference with `controller: true`.
 *
 * @example
 * ```ts
 * import { isControlledBy } from "@capstan/kube";
 *
 * const apiVersion = "cluster.x-k8s.io/v1beta2";
 * const owner = { apiVersion, kind: "Machine", metadata: { namespace: "a", name: "m1", uid: "1" } };
 * const ownerReferences = [{ apiVersion, kind: "Machine", name: "m1", uid: "1", controller: true }];
 * console.log(isControlledBy({ metadata: { namespace: "a", ownerReferences } }, owner)); // true
 * ```
 */
export function isControlledBy(object: Dependent, owner: Owner): boolean {
  const controller = controllerOf(object);
  return controller !== undefined && isInReach(owner, object) && isTo(owner, controller);
}

/**
 * Whether `owner` owned `object` before it got another uid, as after a restore or a move: an owner reference of the object has the owner's
 * group, kind and name, in the same namespace, and another uid.
 */
export function isOwnedByFormer(object: Dependent, owner: Owner): boolean {
  return isInReach(owner, object) && references(object).some((reference) => isToFormer(owner, reference));
}

/** Whether `owner` controlled `object` before it got another uid: {@link isOwnedByFormer} by a reference with `controller: true`. */
export function isControlledByFormer(object: Dependent, owner: Owner): boolean {
  const controller = controllerOf(object);
  return controller !== undefined && isInReach(owner, object) && isToFormer(owner, controller);
}

/** The reference to the owner that manages an object. The object's author wrote it, so it proves nothing: see {@link isControlledBy}. */
export function controllerOf(object: Dependent): OwnerReference | undefined {
  return references(object).find(({ controller }) => controller === true);
}

/**
 * The reference to the owner of this group and kind, at any version. The controller flag is ignored, because core sets it on some owners
 * only (rule IC-018). The object's author wrote the reference, so it proves nothing: see {@link isOwnedBy}.
 *
 * @example
 * ```ts
 * import { ownerOfKind } from "@capstan/kube";
 *
 * const ownerReferences = [{ apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Machine", name: "m1", uid: "1" }];
 * console.log(ownerOfKind({ metadata: { ownerReferences } }, "cluster.x-k8s.io", "Machine")?.name); // m1
 * ```
 */
export function ownerOfKind(object: Dependent, group: string, kind: string): OwnerReference | undefined {
  return references(object).find((owner) => owner.kind === kind && groupOfApiVersion(owner.apiVersion) === group);
}

function references({ metadata }: Dependent): readonly Readonly<OwnerReference>[] {
  return metadata.ownerReferences ?? [];
}

function isInReach(owner: Owner, { metadata }: Dependent): boolean {
  const { namespace = "" } = owner.metadata;
  return namespace === "" || namespace === metadata.namespace;
}

function isTo(owner: Owner, reference: Readonly<OwnerReference>): boolean {
  const { uid = "" } = owner.metadata;
  return uid !== "" && reference.uid === uid && names(owner, reference);
}

function isToFormer(owner: Owner, reference: Readonly<OwnerReference>): boolean {
  return reference.uid !== owner.metadata.uid && names(owner, reference);
}

function names({ apiVersion, kind, metadata: { name } }: Owner, reference: Named): boolean {
  return areSameOwner({ apiVersion, kind, name }, reference);
}

function isSameGroup(left: string, right: string): boolean {
  return left === right || groupOfApiVersion(left) === groupOfApiVersion(right);
}
