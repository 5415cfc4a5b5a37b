import { randomUUID } from "node:crypto";
import { isJsonObject, listAt, objectAt } from "@capstan/kube";
import { type ApiObject, withMetadata } from "./api-object.ts";

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
