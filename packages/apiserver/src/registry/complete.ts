import { isJsonObject, type JsonObject } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { applyDefaults } from "../schema/default.ts";
import { shape } from "../types/shape.ts";
import { type Resource, type ResourceVersion } from "./resource.ts";

/**
 * An object with all that is filled in where it is left out. One of a built-in kind is as Go prints it: without unknown fields, and
 * with those zeros that its types have.
 *
 * @param unknown - collects the paths of what a built-in kind does not know.
 * @throws ShapeError a built-in kind has fields of other types.
 */
export function complete(
  resource: Pick<Resource, "rules">,
  version: ResourceVersion,
  value: JsonObject,
  unknown: string[] = [],
): ApiObject {
  const { type, defaults = {} } = version;
  if (type === undefined) return applyDefaults(value, version.schema) as ApiObject;
  const shaped = shape(value, type, { defaults: true, unknown });
  const own = Object.entries(defaults).reduce(
    (object, [path, fallback]) => withDefault(object, path.split("."), fallback),
    shaped,
  ) as ApiObject;
  return resource.rules.complete?.(own) ?? own;
}

/** Sets the field at a path if it is not stated and what it is in is there. */
function withDefault(object: JsonObject, [step = "", ...rest]: readonly string[], fallback: unknown): JsonObject {
  const current = object[step];
  if (rest.length === 0) return current === undefined || current === "" ? { ...object, [step]: fallback } : object;
  return isJsonObject(current) ? { ...object, [step]: withDefault(current, rest, fallback) } : object;
}
