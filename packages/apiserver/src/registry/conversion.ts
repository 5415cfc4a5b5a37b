import { type ApiObject } from "../object/api-object.ts";
import { applyDefaults } from "../schema/default.ts";
import { prune } from "../schema/prune.ts";
import { groupVersion, type Resource, type ResourceVersion } from "./resource.ts";

const converted = new WeakMap<ResourceVersion, WeakMap<ApiObject, ApiObject>>();

/** `object` in another version of its resource: the same fields, less those the version does not know. */
export function convert(resource: Resource, version: ResourceVersion, object: ApiObject): ApiObject {
  const apiVersion = groupVersion(resource.group, version.name);
  if (object.apiVersion === apiVersion) return object;
  let known = converted.get(version);
  if (known === undefined) {
    known = new WeakMap();
    converted.set(version, known);
  }
  let result = known.get(object);
  if (result === undefined) {
    result = resource.rules.convert?.(object, version) ?? rewrite(object, apiVersion, version);
    known.set(object, result);
  }
  return result;
}

function rewrite(object: ApiObject, apiVersion: string, version: ResourceVersion): ApiObject {
  const renamed: ApiObject = { ...object, apiVersion };
  return applyDefaults(prune(renamed, version.schema), version.schema) as ApiObject;
}
