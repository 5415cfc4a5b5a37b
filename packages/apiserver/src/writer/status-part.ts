import { without } from "@capstan/kube";
import { type ApiObject, withMetadata } from "../object/api-object.ts";
import { type Resource, type ResourceVersion } from "../registry/resource.ts";
import { emptyMember } from "../types/shape.ts";

/** The previous object with the status of the other one, and, for a built-in kind, with most of its metadata. */
export function withStatusOf({ custom, rules }: Resource, previous: ApiObject, given: ApiObject): ApiObject {
  const next = "status" in given ? { ...previous, status: given.status } : without(previous, "status");
  if (custom) return withMetadata(next, { managedFields: given.metadata.managedFields });
  const kept = rules.statusKeeps?.map((field) => [field, previous.metadata[field]] as const) ?? [];
  return withMetadata({ ...next, metadata: given.metadata }, Object.fromEntries(kept));
}

/** A client cannot set the status of a new object. */
export function withoutStatus(object: ApiObject, { status, type }: ResourceVersion): ApiObject {
  if (!status) return object;
  const initial = type === undefined ? undefined : emptyMember(type, "status");
  return initial === undefined ? without(object, "status") : { ...object, status: initial };
}
