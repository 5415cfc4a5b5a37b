import { type ApiObject } from "../object/api-object.ts";
import { complete } from "../registry/complete.ts";
import { type Resource, type ResourceVersion } from "../registry/resource.ts";
import { prune } from "../schema/prune.ts";

/** What others have made of an object: with its defaults, and without what its version does not know. */
export function completed(resource: Resource, version: ResourceVersion, object: ApiObject): ApiObject {
  return complete(resource, version, resource.custom ? (prune(object, version.schema) as ApiObject) : object);
}
