import { isJsonObject, type JsonObject } from "@capstan/kube";
import { ParseError, type Parsed, type parseJson, type parseYaml } from "../../decoding/json/parse.ts";
import { type ResourceRequest } from "../../request/request.ts";
import { badRequest } from "../../status/status-error.ts";

export function parsePatch(request: ResourceRequest, parse: typeof parseJson | typeof parseYaml): Parsed {
  try {
    return parse(request.body.toString("utf8"));
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    throw badRequest(`error decoding patch: ${error.message}`);
  }
}

/** @throws StatusError BadRequest: a merge patch is not an object. */
export function requireMap(patch: unknown, prefix = ""): JsonObject {
  if (isJsonObject(patch)) return patch;
  // Go reads it into a map, and null is one without anything in it.
  if (patch === null) return {};
  const found = Array.isArray(patch) ? "array" : typeof patch === "boolean" ? "bool" : typeof patch;
  throw badRequest(`${prefix}json: cannot unmarshal ${found} into Go value of type map[string]interface {}`);
}
