import type { KubernetesObject } from "@capstan/contract";

/**
 * The part of `metadata.managedFields` that a cache keeps: nothing, or the managers of the metadata's fields.
 *
 * `managedFields` is about as large as the rest of the object, and few controllers read it.
 */
export type KeptManagedFields = "none" | "metadata";

/** An object with only the kept part; the same object if nothing changes. Pure. */
export function withManagedFields<T extends KubernetesObject>(object: T, kept: KeptManagedFields): T {
  if (object.metadata.managedFields === undefined) return object;
  const { managedFields, ...metadata } = object.metadata;
  if (kept === "none") return { ...object, metadata };
  return { ...object, metadata: { ...metadata, managedFields: managedFields.flatMap(ofMetadata) } };
}

function ofMetadata(entry: unknown): unknown[] {
  const { fieldsV1, ...rest } = entry as { readonly fieldsV1?: Readonly<Record<string, unknown>> };
  const fields = fieldsV1?.["f:metadata"];
  return fields === undefined ? [] : [{ ...rest, fieldsV1: { "f:metadata": fields } }];
}
