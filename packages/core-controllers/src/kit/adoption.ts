import { type DeepReadonly, labels, type ObjectMeta, type OwnerReference } from "@capstan/contract";
import { areSameOwner, jsonEqual } from "@capstan/kube";

/** How `owner` can own a referenced object: already does, with a change of metadata, or not at all. */
export type Adoption =
  | ({ readonly action: "none" } & Shared)
  | ({
      readonly action: "change";
      readonly ownerReferences: OwnerReference[];
      readonly labels: Record<string, string>;
    } & Shared)
  | { readonly action: "refuse"; readonly message: string };

interface Shared {
  /** Other objects that use this one, admitted before sharing was refused. */
  readonly sharedWith?: string;
}

/** A predicate on an owner reference of an object. */
type AboutOwner = (owner: OwnerReference) => boolean;

/** The adopting owner, and the references that it must respect. */
export interface AdoptionRules {
  readonly owner: OwnerReference;
  readonly clusterName: string;
  /** Whether an owner reference is temporary, set by the object's creator until the final owner replaces it. Default: never. */
  readonly isOnCreateOwner?: AboutOwner;
  /** Whether an owner reference belongs to an object that uses this one, and so excludes any other. Default: never. */
  readonly isUser?: AboutOwner;
}

/**
 * Decides how `owner` can own a referenced object, with the label `cluster.x-k8s.io/cluster-name`.
 *
 * Referenced objects are never shared: an object that another owner controls or uses is refused. If several owners already use one object,
 * the first in its list of owners keeps it.
 */
export function adopt(
  object: { readonly kind: string; readonly metadata: DeepReadonly<ObjectMeta> },
  { owner, clusterName, isOnCreateOwner = () => false, isUser = () => false }: AdoptionRules,
): Adoption {
  const owners: OwnerReference[] = (object.metadata.ownerReferences ?? []).map((reference) => ({ ...reference }));
  const kept = owners.filter((reference) => !isOnCreateOwner(reference));
  const place = kept.findIndex((reference) => areSameOwner(reference, owner));
  const others = kept.filter((reference) => !areSameOwner(reference, owner));
  const controller = owner.controller === true ? others.find((reference) => reference.controller === true) : undefined;
  const earlier = place === -1 ? others : kept.slice(0, place);
  const rival = controller ?? earlier.find(isUser);
  if (rival !== undefined) return { action: "refuse", message: refusal(object, rival) };
  const users = others.filter(isUser).map(({ kind, name }) => `${kind} ${name}`);
  const shared = users.length === 0 ? {} : { sharedWith: users.join(", ") };
  const current = kept[place];
  const right =
    kept.length === owners.length &&
    current !== undefined &&
    jsonEqual(comparable(current), comparable(owner)) &&
    object.metadata.labels?.[labels.clusterName] === clusterName;
  if (right) return { action: "none", ...shared };
  return {
    action: "change",
    ownerReferences: place === -1 ? [...others, owner] : others.toSpliced(place, 0, owner),
    labels: { ...object.metadata.labels, [labels.clusterName]: clusterName },
    ...shared,
  };
}

function refusal(
  { kind, metadata }: { kind: string; metadata: DeepReadonly<ObjectMeta> },
  rival: OwnerReference,
): string {
  const how = rival.controller === true ? "controlled" : "owned";
  return `${kind} ${metadata.name} is already ${how} by ${rival.kind} ${rival.name}; reference another object`;
}

/** The fields of an owner reference to compare. blockOwnerDeletion is omitted, because foreground deletion may change it. */
function comparable(reference: OwnerReference): object {
  return { ...reference, controller: reference.controller === true, blockOwnerDeletion: undefined };
}
