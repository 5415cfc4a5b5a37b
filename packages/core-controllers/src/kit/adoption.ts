import { type DeepReadonly, labels, type ObjectMeta, type OwnerReference } from "@capstan/contract";
import { areSameOwner, jsonEqual } from "@capstan/kube";

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
  if (owner.controller === true && controller !== undefined && !areSameOwner(controller, owner)) {
    return {
      action: "refuse",
      message:
        `${object.kind} ${object.metadata.name} is controlled by ${controller.kind} ${controller.name} already; ` +
        `reference an object of its own`,
    };
  }
  const current = kept.find((reference) => areSameOwner(reference, owner));
  const right =
    kept.length === owners.length &&
    current !== undefined &&
    jsonEqual(comparable(current), comparable(owner)) &&
    object.metadata.labels?.[labels.clusterName] === clusterName;
  if (right) return { action: "none" };
  return {
    action: "change",
    ownerReferences: [...kept.filter((reference) => !areSameOwner(reference, owner)), owner],
    labels: { ...object.metadata.labels, [labels.clusterName]: clusterName },
  };
}

/** What has to be right in an owner reference; who deletes in the foreground may decide what blocks. */
function comparable(reference: OwnerReference): object {
  return { ...reference, controller: reference.controller === true, blockOwnerDeletion: undefined };
}
