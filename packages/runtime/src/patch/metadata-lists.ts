import type { DeepReadonly, ObjectMeta, OwnerReference } from "@capstan/contract";
import { areSameOwner, jsonEqual } from "@capstan/kube";

/** Whether `metadata` has the finalizer. */
export function hasFinalizer(metadata: DeepReadonly<ObjectMeta>, finalizer: string): boolean {
  return metadata.finalizers?.includes(finalizer) === true;
}

/** `metadata` with the finalizer at the end; the same value if it is there already. Changes nothing in place. */
export function addFinalizer(metadata: ObjectMeta, finalizer: string): ObjectMeta {
  if (hasFinalizer(metadata, finalizer)) return metadata;
  return { ...metadata, finalizers: [...(metadata.finalizers ?? []), finalizer] };
}

/** `metadata` without the finalizer; the same value if it is not there. Changes nothing in place. */
export function removeFinalizer(metadata: ObjectMeta, finalizer: string): ObjectMeta {
  if (!hasFinalizer(metadata, finalizer)) return metadata;
  return { ...metadata, finalizers: (metadata.finalizers ?? []).filter((entry) => entry !== finalizer) };
}

/**
 * `metadata` with exactly this reference to its owner; one to the same owner (group, kind, name) is replaced in its
 * place, whatever its version and uid. The same value if nothing changes. Changes nothing in place.
 */
export function setOwnerReference(metadata: ObjectMeta, reference: OwnerReference): ObjectMeta {
  const references = metadata.ownerReferences ?? [];
  const index = references.findIndex((entry) => areSameOwner(entry, reference));
  const existing = references[index];
  if (existing === undefined) return { ...metadata, ownerReferences: [...references, reference] };
  return jsonEqual(existing, reference)
    ? metadata
    : { ...metadata, ownerReferences: references.with(index, reference) };
}
