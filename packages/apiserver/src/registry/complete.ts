import { isJsonObject, type JsonObject } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { applyDefaults } from "../schema/default.ts";
import { shape } from "../types/shape.ts";
import { type Resource, type ResourceVersion } from "./resource.ts";

/**
 * An object with all defaults. An object of a built-in kind is formatted as by Go: without unknown fields, and with the zero values of its
 * types.
 *
 * @param unknown - collects the paths of fields that a built-in kind lacks.
 * @throws ShapeError a field of a built-in kind has the wrong type.
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

/** Sets an unset field at a path, if its parent exists. */
function withDefault(object: JsonObject, [step = "", ...rest]: readonly string[], fallback: unknown): JsonObject {
  const current = object[step];
  if (rest.length === 0) return current === undefined || current === "" ? { ...object, [step]: fallback } : object;
  return isJsonObject(current) ? { ...object, [step]: withDefault(current, rest, fallback) } : object;
}
