import type { DeepReadonly, ObjectMeta, OwnerReference } from "@capstan/contract";
import { areSameOwner, jsonEqual } from "@capstan/kube";

/** Whether `metadata` has the finalizer. */
export function hasFinalizer(metadata: DeepReadonly<ObjectMeta>, finalizer: string): boolean {
  return metadata.finalizers?.includes(finalizer) === true;
}

/** `metadata` with the finalizer at the end; the same value if it already has the finalizer. Does not modify its argument. */
export function addFinalizer(metadata: ObjectMeta, finalizer: string): ObjectMeta {
  if (hasFinalizer(metadata, finalizer)) return metadata;
  return { ...metadata, finalizers: [...(metadata.finalizers ?? []), finalizer] };
}

/** `metadata` without the finalizer; the same value if it lacks the finalizer. Does not modify its argument. */
export function removeFinalizer(metadata: ObjectMeta, finalizer: string): ObjectMeta {
  if (!hasFinalizer(metadata, finalizer)) return metadata;
  return { ...metadata, finalizers: (metadata.finalizers ?? []).filter((entry) => entry !== finalizer) };
}

/**
 * `metadata` with this owner reference; it replaces, in place, a reference to the same owner (group, kind, name) with any version and uid.
 * The same value if nothing changes. Does not modify its argument.
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
