import { randomUUID } from "node:crypto";
import { isJsonObject, type JsonObject, listAt, objectAt, setField } from "@capstan/kube";

export interface OwnerReference extends JsonObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

export interface ManagedFieldsEntry extends JsonObject {
  readonly manager?: string;
  readonly operation: string;
  readonly apiVersion: string;
  readonly time?: string;
  readonly fieldsType?: string;
  readonly fieldsV1?: JsonObject;
  readonly subresource?: string;
}

export interface ObjectMeta extends JsonObject {
  readonly name: string;
  readonly generateName?: string;
  readonly namespace?: string | undefined;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly generation?: number;
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly deletionGracePeriodSeconds?: number;
  readonly labels?: Record<string, string>;
  readonly annotations?: Record<string, string>;
  readonly ownerReferences?: readonly OwnerReference[];
  readonly finalizers?: readonly string[];
  readonly managedFields?: readonly ManagedFieldsEntry[];
}

/** An object with validated metadata. Objects are immutable: a change creates a new one. */
export interface ApiObject extends JsonObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
}

/** In Go's order, in which Go writes them. */
export const metadataFields = [
  "name",
  "generateName",
  "namespace",
  "selfLink",
  "uid",
  "resourceVersion",
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "labels",
  "annotations",
  "ownerReferences",
  "finalizers",
  "managedFields",
] as const satisfies readonly (keyof ObjectMeta)[];

/** `object` with some of its metadata replaced, in Go's order; `undefined` removes a field. */
export function withMetadata(
  object: ApiObject,
  changes: { readonly [K in keyof ObjectMeta]?: ObjectMeta[K] | undefined },
): ApiObject {
  const before: Record<string, unknown> = { ...object.metadata, ...changes };
  const metadata: Record<string, unknown> = {};
  for (const field of metadataFields) if (before[field] !== undefined) metadata[field] = before[field];
  for (const field in before) {
    if (!(field in metadata) && before[field] !== undefined) setField(metadata, field, before[field]);
  }
  return { ...object, metadata: metadata as unknown as ObjectMeta };
}

/** The answer to a list request. */
export interface ObjectList {
  readonly items: readonly ApiObject[];
  /** Undefined if the objects are not stored. */
  readonly resourceVersion: string | undefined;
  readonly continue?: string;
  readonly remainingItemCount?: number;
}

/** A new object of the server itself, with an identity, and a time for owners and conditions. */
export function stamped(object: ApiObject, time: string): ApiObject {
  const identified = withMetadata(object, {
    uid: randomUUID(),
    creationTimestamp: time,
    managedFields: object.metadata.managedFields?.map((entry) => ({ ...entry, time })),
  });
  const conditions = listAt(object, "status", "conditions").filter(isJsonObject);
  if (conditions.length === 0) return identified;
  const since = conditions.map((condition) => ({ ...condition, lastTransitionTime: time }));
  return { ...identified, status: { ...objectAt(object, "status"), conditions: since } };
}
