import { listAt } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { type Resource } from "../registry/resource.ts";

/** Whether nothing holds an object that is being deleted any more. */
export function isReleased(object: ApiObject, resource: Resource): boolean {
  const { deletionGracePeriodSeconds = 0, deletionTimestamp, finalizers = [] } = object.metadata;
  if (deletionTimestamp === undefined || finalizers.length > 0 || deletionGracePeriodSeconds > 0) return false;
  return resource.id !== "namespaces." || !hasSpecFinalizers(object);
}

function hasSpecFinalizers(object: ApiObject): boolean {
  return listAt(object, "spec", "finalizers").length > 0;
}
