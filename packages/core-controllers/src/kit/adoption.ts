import { type DeepReadonly, labels, type ObjectMeta, type OwnerReference } from "@capstan/contract";
import { groupOfApiVersion } from "@capstan/kube";

/** What owning a referenced object takes: nothing, a change of its metadata, or a refusal. */
export type Adoption =
  | { readonly action: "none" }
  | { readonly action: "change"; readonly ownerReferences: OwnerReference[]; readonly labels: Record<string, string> }
  | { readonly action: "refuse"; readonly message: string };

/** Whether an owner reference is the temporary one set by the object's creator, to be replaced by the final owner. */
export type IsOnCreateOwner = (owner: OwnerReference) => boolean;

/**
 * Decides what it takes for `owner` to own a referenced object, with the label `cluster.x-k8s.io/cluster-name`.
 *
 * An object that already has another controller is refused: referenced objects are never shared.
 */
export function adopt(
  object: { readonly kind: string; readonly metadata: DeepReadonly<ObjectMeta> },
  owner: OwnerReference,
  clusterName: string,
  isOnCreateOwner: IsOnCreateOwner = () => false,
): Adoption {
  const owners: OwnerReference[] = (object.metadata.ownerReferences ?? []).map((reference) => ({ ...reference }));
  const kept = owners.filter((reference) => !isOnCreateOwner(reference));
  const controller = kept.find((reference) => reference.controller === true);
  if (owner.controller === true && controller !== undefined && !isSameObject(controller, owner)) {
    return {
      action: "refuse",
      message:
        `${object.kind} ${object.metadata.name} is controlled by ${controller.kind} ${controller.name} already; ` +
        `reference an object of its own`,
    };
  }
  const current = kept.find((reference) => isSameObject(reference, owner));
  const right =
    kept.length === owners.length &&
    current?.apiVersion === owner.apiVersion &&
    current.uid === owner.uid &&
    (current.controller ?? false) === (owner.controller ?? false) &&
    object.metadata.labels?.[labels.clusterName] === clusterName;
  if (right) return { action: "none" };
  return {
    action: "change",
    ownerReferences: [...kept.filter((reference) => !isSameObject(reference, owner)), owner],
    labels: { ...object.metadata.labels, [labels.clusterName]: clusterName },
  };
}

/** Whether a reference is to the owner as it was before a restore: the same object, of another uid. */
export function isToFormer(reference: DeepReadonly<OwnerReference>, owner: OwnerReference): boolean {
  return isSameObject(reference, owner) && reference.uid !== owner.uid;
}

/** Compares group, kind and name only, because the UID changes when an object is moved to another management cluster. */
function isSameObject(left: DeepReadonly<OwnerReference>, right: DeepReadonly<OwnerReference>): boolean {
  return (
    groupOfApiVersion(left.apiVersion) === groupOfApiVersion(right.apiVersion) &&
    left.kind === right.kind &&
    left.name === right.name
  );
}
