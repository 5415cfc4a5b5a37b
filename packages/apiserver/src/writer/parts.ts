import { isJsonObject, type JsonObject, listAt, objectAt, textAt, without } from "@capstan/kube";
import { type ApiObject, withMetadata } from "../object/api-object.ts";
import { type Resource, type ResourceVersion } from "../registry/resource.ts";
import { emptyMember } from "../types/shape.ts";

/** For each subresource of a built-in kind that is a part of the object: the previous object with the new part. */
export const parts: Readonly<Record<string, (previous: ApiObject, given: ApiObject) => ApiObject>> = {
  binding: (previous, given) => ({ ...previous, spec: given.spec, status: given.status }),
  finalize: (previous, given) => ({ ...previous, spec: given.spec }),
  approval: (previous, given) =>
    withStatus({ ...previous, metadata: given.metadata }, { conditions: objectAt(given, "status")?.conditions }),
  ephemeralcontainers: (previous, given) => ({
    ...previous,
    spec: {
      ...without(objectAt(previous, "spec") ?? {}, "ephemeralContainers"),
      ...stated({ ephemeralContainers: objectAt(given, "spec")?.ephemeralContainers }),
    },
  }),
  resize: (previous, given) =>
    withSpec(previous, {
      containers: resized(previous, given, "containers"),
      initContainers: resized(previous, given, "initContainers"),
    }),
};

function withSpec(object: ApiObject, fields: JsonObject): ApiObject {
  return { ...object, spec: { ...objectAt(object, "spec"), ...stated(fields) } };
}

function withStatus(object: ApiObject, fields: JsonObject): ApiObject {
  return { ...object, status: { ...objectAt(object, "status"), ...stated(fields) } };
}

function stated(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Containers with the new resources and resize policies, matched by name. */
function resized(previous: ApiObject, given: ApiObject, field: string): unknown {
  const current = objectAt(previous, "spec")?.[field];
  if (!Array.isArray(current)) return undefined;
  return current.map((container: unknown) => {
    const next = listAt(given, "spec", field).find((one) => textAt(one, "name") === textAt(container, "name"));
    if (!isJsonObject(container) || !isJsonObject(next)) return container;
    return { ...container, ...stated({ resources: next.resources, resizePolicy: next.resizePolicy }) };
  });
}

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
