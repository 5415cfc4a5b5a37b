import { convert } from "../conversion/convert.ts";
import { type ApiObject } from "../object/api-object.ts";
import { complete } from "../registry/complete.ts";
import { type Resource, type ResourceVersion, type Subresource } from "../registry/resource.ts";
import { type Target } from "../request/target.ts";
import { prune } from "../schema/prune.ts";

/** A version in which the objects are served. */
export interface Versioned {
  readonly resource: Resource;
  readonly version: ResourceVersion;
}

/** The subresource of a write, if its kind differs from the resource's: an Eviction, a Scale. */
export function partOf(
  { resource, version }: Versioned,
  { subresource }: Pick<Target, "subresource">,
): Subresource | undefined {
  const found = version.subresources.find(({ name }) => name === subresource);
  return found?.group === undefined && found?.kind === resource.kind ? undefined : found;
}

/** Converts an object to the requested version. */
export async function shownObject(shown: Versioned, target: Target, object: ApiObject): Promise<ApiObject> {
  return partOf(shown, target) === undefined ? convert(shown.resource, shown.version, object) : object;
}

/** Converts a changed object back to the version of the request, with its defaults. */
export async function takenObject(shown: Versioned, target: Target, changed: ApiObject): Promise<ApiObject> {
  if (partOf(shown, target) !== undefined) return changed;
  return convert(target.resource, target.version, completed(shown.resource, shown.version, changed));
}

/** An object that others have changed, with its defaults, and without fields that its version lacks. */
function completed(resource: Resource, version: ResourceVersion, object: ApiObject): ApiObject {
  return complete(resource, version, resource.custom ? (prune(object, version.schema) as ApiObject) : object);
}
