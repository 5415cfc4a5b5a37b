import { type ApiObject } from "../object/api-object.ts";
import { complete } from "../registry/complete.ts";
import { type Resource, type ResourceVersion } from "../registry/resource.ts";
import { prune } from "../schema/prune.ts";

/** An object that others have changed, with its defaults, and without fields that its version lacks. */
export function completed(resource: Resource, version: ResourceVersion, object: ApiObject): ApiObject {
  return complete(resource, version, resource.custom ? (prune(object, version.schema) as ApiObject) : object);
}
