import type { KubernetesObject } from "@capstan/contract";

/**
 * What is kept of `metadata.managedFields` in a cache: nothing, or who manages which field of the metadata.
 *
 * The server's record of who wrote which field is about as big as the object itself, and hardly any controller reads it.
 */
export type KeptManagedFields = "none" | "metadata";

/** An object without the parts that are not kept; unchanged if there is nothing to leave out. Pure. */
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
